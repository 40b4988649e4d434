import { randomDigits } from '../accounts.ts';
import { findObject, putObject } from '../objects.ts';
import { publishPost } from '../posts.ts';
import type { PostMedia } from '../store.ts';
import type { Moment, World } from '../world.ts';
import { postsQuota } from './quotas.ts';

const platform = 'tiktok';

export type Status =
  | 'PROCESSING_UPLOAD'
  | 'PROCESSING_DOWNLOAD'
  | 'SEND_TO_USER_INBOX'
  | 'PUBLISH_COMPLETE'
  | 'FAILED';

/** What a `publish_id` stands for, from init to the finished post. */
export interface Publication {
  readonly id: string;
  readonly account: string;
  readonly kind: 'video' | 'photo';
  readonly source: 'FILE_UPLOAD' | 'PULL_FROM_URL';
  /** The user finishes it in the app; nothing becomes public by itself. */
  readonly isDraft: boolean;
  readonly title: string;
  readonly text: string;
  readonly privacy: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly urls: readonly string[];
  readonly totalBytes: number;
  readonly chunkSize: number;
  readonly chunkCount: number;
  readonly receivedBytes: number;
  /** Of the first chunk; tells whether it is a video at all. */
  readonly type: string | null;
  readonly created: Moment;
  /** When the last byte was there; null before. */
  readonly complete: Moment | null;
  readonly seconds: number;
  readonly isRejected: boolean;
  readonly failReason: string | null;
  readonly postId: string | null;
}

export function savePublication(world: World, publication: Publication): void {
  putObject(world.store, platform, 'publication', publication.account, publication.id, publication);
}

export function findPublication(world: World, id: string): Publication | null {
  return findObject<Publication>(world.store, platform, 'publication', id)?.data ?? null;
}

/** An upload address names its publication by the number at the end of the publish_id. */
export function uploadIdOf(publication: Publication): string {
  return publication.id.split('.').at(-1) ?? '';
}

export function findByUploadId(world: World, uploadId: string): Publication | null {
  const id = /^\d{1,30}$/.test(uploadId)
    ? findObject<string>(world.store, platform, 'upload', uploadId)
    : null;
  return id === null ? null : findPublication(world, id.data);
}

export const processingSeconds = { video: 2, photo: 1 };
/** "Usually within one minute" (Get Post Status); here a moment after processing. */
const moderationSeconds = 0.5;

/** No more bytes are needed: from here the post is made, without any further call. */
export function finish(
  world: World,
  publication: Publication,
  outcome: { readonly media: readonly PostMedia[]; readonly failReason: string | null },
): void {
  const failReason = publication.isRejected ? rejection[publication.kind] : outcome.failReason;
  const isPublic = failReason === null && !publication.isDraft;
  const postId = isPublic ? randomDigits(19, '75') : null;
  world.store.transaction(() => {
    savePublication(world, { ...publication, complete: world.moment(), failReason, postId });
    if (postId === null) return;
    world.quotas.spend(platform, postsQuota, publication.account, 1);
    goLive(world, publication, postId, outcome.media);
  });
}

const rejection = { video: 'file_format_check_failed', photo: 'picture_size_check_failed' };

function goLive(world: World, publication: Publication, id: string, media: readonly PostMedia[]): void {
  const { account, kind, title, text, privacy, settings } = publication;
  publishPost(world.store, {
    platform,
    account,
    id,
    text: title === '' ? text : `${title}\n${text}`.trim(),
    type: kind === 'video' ? 'video' : media.length > 1 ? 'carousel' : 'image',
    media,
    cover: null,
    publishedAt: world.now(),
    data: { kind, title, description: text, privacy, settings },
  });
}

export function statusOf(world: World, publication: Publication): Status {
  const { complete, source, seconds, failReason, isDraft } = publication;
  if (complete === null || !world.passed(complete, seconds)) {
    return source === 'FILE_UPLOAD' ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD';
  }
  if (failReason !== null) return 'FAILED';
  return isDraft ? 'SEND_TO_USER_INBOX' : 'PUBLISH_COMPLETE';
}

/** Only for everybody's eyes, and only after moderation. */
export function publicPostId(world: World, publication: Publication): string | null {
  const { complete, seconds, privacy, postId } = publication;
  if (complete === null || privacy !== 'PUBLIC_TO_EVERYONE') return null;
  return world.passed(complete, seconds + moderationSeconds) ? postId : null;
}
