import { type Engagement, engagementOf } from '../engagement.ts';
import { findObject, listObjects, putObject } from '../objects.ts';
import { publishPost } from '../posts.ts';
import type { Account } from '../store.ts';
import type { Moment, World } from '../world.ts';
import type { Metadata } from './metadata.ts';
import { youtube } from './tokens.ts';

export const processingSeconds = 2;

export interface Video {
  readonly account: string;
  readonly id: string;
  readonly metadata: Metadata;
  readonly fileName: string;
  readonly size: number;
  readonly publishedAt: number;
  readonly uploaded: Moment;
  readonly seconds: number;
  /** What processing will find; null when all is well. */
  readonly failureReason: 'conversion' | 'invalidFile' | null;
  /** The upload that holds the thumbnail, `''` when its bytes were not kept. */
  readonly thumbnail: string | null;
  readonly film: string;
}

/** From here on the video exists; whoever has its address can watch it, unless it is private or broken. */
export function saveVideo(world: World, video: Video): void {
  putObject(world.store, youtube, 'video', video.account, video.id, video);
  if (video.metadata.privacyStatus === 'private' || video.failureReason !== null) return;
  publishPost(world.store, {
    platform: youtube,
    account: video.account,
    id: video.id,
    text: video.metadata.description || video.metadata.title,
    type: 'video',
    media: [{ type: 'video', size: video.size, alt: '', film: video.film }],
    cover: video.thumbnail,
    publishedAt: video.publishedAt,
    data: { title: video.metadata.title, privacy: video.metadata.privacyStatus },
  });
}

export function findVideo(world: World, id: string): Video | null {
  return findObject<Video>(world.store, youtube, 'video', id)?.data ?? null;
}

/** Newest first, as the uploads playlist shows them. */
export function videosOf(world: World, account: string): Video[] {
  return listObjects<Video>(world.store, youtube, 'video', account)
    .map(({ data }) => data)
    .sort((a, b) => b.publishedAt - a.publishedAt);
}

/** The parts asked for; file and processing details are the owner's alone. */
export function videoResource(
  world: World,
  video: Video,
  account: Account,
  parts: readonly string[],
): Record<string, unknown> {
  const isOwner = video.account === account.id;
  const everything: Record<string, unknown> = {
    snippet: snippetOf(world, video, account),
    status: statusOf(world, video),
    statistics: statisticsOf(world, video),
    ...(isOwner && { processingDetails: processingOf(world, video), fileDetails: fileOf(video) }),
  };
  const picked = Object.entries(everything).filter(([name]) => parts.includes(name));
  return { kind: 'youtube#video', etag: etagOf(video.id), id: video.id, ...Object.fromEntries(picked) };
}

export function etagOf(id: string): string {
  return Buffer.from(`etag of ${id}`).toString('base64url').slice(0, 27);
}

function snippetOf(world: World, { id, metadata, publishedAt, account, thumbnail }: Video, owner: Account) {
  const { title, description, tags, categoryId, defaultLanguage } = metadata;
  const picture = thumbnail ? `uploads/${youtube}/${thumbnail}` : 'media/cover.jpg';
  return {
    publishedAt: new Date(publishedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
    channelId: account,
    title,
    description,
    thumbnails: { default: { url: `${world.home()}/${picture}?v=${id}`, width: 120, height: 90 } },
    channelTitle: owner.name,
    ...(tags.length > 0 && { tags }),
    categoryId,
    liveBroadcastContent: 'none',
    ...(defaultLanguage !== null && { defaultLanguage }),
    localized: { title, description },
  };
}

function statusOf(world: World, video: Video) {
  const { metadata, failureReason } = video;
  const { privacyStatus, publishAt, license, embeddable, publicStatsViewable, madeForKids } = metadata;
  const isDone = world.passed(video.uploaded, video.seconds);
  return {
    uploadStatus: !isDone ? 'uploaded' : failureReason === null ? 'processed' : 'failed',
    ...(isDone && failureReason !== null && { failureReason }),
    privacyStatus,
    ...(publishAt !== null && { publishAt }),
    license,
    embeddable,
    publicStatsViewable,
    madeForKids,
    selfDeclaredMadeForKids: madeForKids,
    containsSyntheticMedia: metadata.containsSyntheticMedia,
  };
}

function processingOf(world: World, video: Video) {
  const isDone = world.passed(video.uploaded, video.seconds);
  const end = video.failureReason === null ? 'succeeded' : 'failed';
  return {
    processingStatus: isDone ? end : 'processing',
    ...(isDone && end === 'failed' && { processingFailureReason: 'transcodeFailed' }),
    fileDetailsAvailability: 'available',
    thumbnailsAvailability: isDone ? 'available' : 'inProgress',
  };
}

function fileOf({ fileName, size }: Video) {
  return { fileName, fileSize: String(size), fileType: 'video', container: 'mov' };
}

export function receptionOf(world: World, { account, id, publishedAt }: Video, at = world.now()): Engagement {
  return engagementOf(world, { platform: youtube, account, id, publishedAt }, at);
}

/** Numbers are strings here. Whoever hides the likes hides them from the API too. */
function statisticsOf(world: World, video: Video) {
  const { metadata } = video;
  const { likes, comments, reach } = receptionOf(world, video);
  return {
    viewCount: String(reach),
    ...(metadata.publicStatsViewable && { likeCount: String(likes) }),
    favoriteCount: '0',
    // A video made for children has no comments.
    ...(!metadata.madeForKids && { commentCount: String(comments) }),
  };
}
