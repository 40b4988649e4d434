import { type AnyContainer, createContainers } from '../graph/containers.ts';
import { type GraphProblem, refuse } from '../graph/problem.ts';
import { fetchMedia, type Inspected } from './inspect-media.ts';
import { threads } from './sign-in.ts';

export type MediaType = 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL';

export interface Container extends AnyContainer {
  readonly mediaType: MediaType;
  readonly text: string;
  readonly altText: string;
  readonly link: string | null;
  readonly topicTag: string | null;
  readonly replyTo: string | null;
  readonly isCarouselItem: boolean;
  readonly children: readonly string[];
  readonly mediaUrl: string | null;
  /** Set once the file has been looked at; `problem` is an `error_message`. */
  readonly result: { problem: string | null; media: Inspected | null } | null;
}

export const containers = createContainers<Container>(threads, async (world, container) => {
  const kind = container.mediaType === 'VIDEO' ? 'video' : 'image';
  const media = await fetchMedia(world, container.account, container.mediaUrl ?? '', kind);
  return { problem: media.problem, media };
});

/** Said of a container the publishing side does not know, or does not know yet. */
export const mediaNotFound: GraphProblem = {
  code: 24,
  subcode: 4279009,
  type: 'THApiException',
  message: 'The requested resource does not exist',
  title: 'Media Not Found',
  explanation: 'The media with the given id cannot be found.',
};

export function invalid(message: string): never {
  return refuse({ code: 100, type: 'THApiException', message: `Param ${message}` });
}
