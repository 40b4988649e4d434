import { graphApi } from '../meta/graph.ts';
import { threadsError } from './errors.ts';

/** Threads has a version line of its own; no end is announced. */
export const THREADS_VERSION = 'v1.0';

export const graph = graphApi(THREADS_VERSION, threadsError);
