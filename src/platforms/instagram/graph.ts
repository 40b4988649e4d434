import { graphApi } from '../meta/graph.ts';
import { GRAPH_VERSION } from '../meta/version.ts';
import { instagramError } from './errors.ts';

export const graph = graphApi(GRAPH_VERSION, instagramError);
