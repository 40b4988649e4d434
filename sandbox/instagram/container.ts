import { type AnyContainer, type ContainerStatus, createContainers } from '../graph/containers.ts';
import type { World } from '../world.ts';
import type { GraphProblem } from './graph-error.ts';
import { fetchMedia, type Inspected } from './inspect-media.ts';
import { instagram } from './sign-in.ts';

export type MediaType = 'IMAGE' | 'VIDEO' | 'REELS' | 'STORIES' | 'CAROUSEL';

export interface Container extends AnyContainer {
  readonly mediaType: MediaType;
  readonly caption: string;
  readonly altText: string;
  readonly isCarouselItem: boolean;
  readonly children: readonly string[];
  readonly imageUrl: string | null;
  readonly videoUrl: string | null;
  readonly coverUrl: string | null;
  readonly isResumable: boolean;
  readonly bytesTransferred: number;
  readonly isRejected: boolean;
  readonly result: { problem: GraphProblem | null; media: Inspected | null; cover: Inspected | null } | null;
}

export const containers = createContainers<Container>(instagram, (world, container) =>
  container.isResumable ? null : fetchAll(world, container),
);

async function fetchAll(world: World, container: Container): Promise<Container['result']> {
  const { account, imageUrl, videoUrl, coverUrl, mediaType } = container;
  const media =
    videoUrl !== null
      ? await fetchMedia(world, account, videoUrl, 'video')
      : imageUrl !== null
        ? await fetchMedia(world, account, imageUrl, mediaType === 'STORIES' ? 'story_image' : 'image')
        : null;
  const cover = coverUrl === null ? null : await fetchMedia(world, account, coverUrl, 'cover');
  return { problem: media?.problem ?? cover?.problem ?? null, media, cover };
}

export function statusText(code: ContainerStatus, container: Container): string {
  const problem = container.result?.problem;
  return {
    IN_PROGRESS: 'In Progress: Media is still being processed.',
    FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
    PUBLISHED: 'Published: Media has been already published.',
    EXPIRED: 'Expired: Media was not published within 24 hours.',
    ERROR: `Error: Media upload has failed with error code ${problem?.subcode} (${problem?.code}): ${problem?.message}`,
  }[code];
}
