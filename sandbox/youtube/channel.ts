import { followersOf } from '../engagement.ts';
import type { Answer, Call } from '../platform.ts';
import type { Account } from '../store.ts';
import { badRequest, refuse } from './google-error.ts';
import { limitOf, list, partsOf } from './listing.ts';
import { chargeUnits } from './quotas.ts';
import { requireAccount } from './tokens.ts';
import { has } from './traits.ts';
import { etagOf, receptionOf, type Video, videosOf } from './video.ts';

/** GET /youtube/v3/channels?mine=true: one login, one channel, or none. */
export function listChannels(call: Call): Answer {
  const account = requireAccount(call, 'youtube.readonly');
  const parts = partsOf(call);
  const isMine = call.query.get('mine') === 'true' || call.query.get('id') === account.id;
  if (!isMine && !call.query.has('id')) {
    badRequest(
      'missingRequiredParameter',
      'No filter selected. Expected one of: forHandle, id, mine, managedByMe',
    );
  }
  chargeUnits(call, 1);
  const items = isMine && !has(account, 'no-channel') ? [channelResource(call, account, parts)] : [];
  return list('youtube#channelListResponse', items, items.length, limitOf(call));
}

/** GET /youtube/v3/playlistItems?playlistId=…: of the channel's own uploads, newest first. */
export function listPlaylistItems(call: Call): Answer {
  const account = requireAccount(call, 'youtube.readonly');
  const parts = partsOf(call);
  const playlist = call.query.get('playlistId') ?? '';
  if (playlist === '')
    badRequest('missingRequiredParameter', 'No filter selected. Expected one of: id, playlistId');
  chargeUnits(call, 1);
  if (playlist !== uploadsOf(account)) {
    refuse({
      code: 404,
      reason: 'playlistNotFound',
      message:
        "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
      domain: 'youtube.playlistItem',
      location: 'playlistId',
    });
  }
  const videos = videosOf(call.world, account.id);
  const limit = limitOf(call);
  const from = Number(Buffer.from(call.query.get('pageToken') ?? '', 'base64url').toString() || 0);
  if (!Number.isInteger(from)) badRequest('invalidPageToken', 'The request specifies an invalid page token.');
  const items = videos
    .slice(from, from + limit)
    .map((video, index) => itemResource(video, account, parts, from + index));
  const next =
    from + limit < videos.length ? Buffer.from(String(from + limit)).toString('base64url') : undefined;
  return list('youtube#playlistItemListResponse', items, videos.length, limit, next);
}

export function uploadsOf(account: Account): string {
  return account.id.replace(/^UC/, 'UU');
}

/** Shown with three digits, the rest in noughts. */
function rounded(count: number): string {
  const unit = 10 ** Math.max(0, String(count).length - 3);
  return String(Math.floor(count / unit) * unit);
}

function channelResource(call: Call, account: Account, parts: readonly string[]): Record<string, unknown> {
  const videos = videosOf(call.world, account.id);
  const everything: Record<string, unknown> = {
    snippet: {
      title: account.name,
      description: 'A pretend channel of the Postbote sandbox.',
      customUrl: `@${account.username.toLowerCase()}`,
      publishedAt: new Date(account.createdAt).toISOString(),
      thumbnails: { default: { url: `${call.world.home()}/media/square.jpg`, width: 88, height: 88 } },
      country: 'DE',
    },
    contentDetails: { relatedPlaylists: { likes: 'LL', uploads: uploadsOf(account) } },
    statistics: {
      viewCount: String(videos.reduce((sum, video) => sum + receptionOf(call.world, video).reach, 0)),
      subscriberCount: rounded(followersOf(call.world, account)),
      hiddenSubscriberCount: false,
      videoCount: String(videos.length),
    },
    status: {
      privacyStatus: 'public',
      isLinked: true,
      longUploadsStatus: has(account, 'unverified') ? 'eligible' : 'allowed',
    },
  };
  const picked = Object.entries(everything).filter(([name]) => parts.includes(name));
  return { kind: 'youtube#channel', etag: etagOf(account.id), id: account.id, ...Object.fromEntries(picked) };
}

function itemResource(video: Video, account: Account, parts: readonly string[], position: number) {
  const publishedAt = new Date(video.publishedAt).toISOString().replace(/\.\d+Z$/, 'Z');
  const { title, description, privacyStatus } = video.metadata;
  const everything: Record<string, unknown> = {
    snippet: {
      publishedAt,
      channelId: account.id,
      title,
      description,
      channelTitle: account.name,
      playlistId: uploadsOf(account),
      position,
      resourceId: { kind: 'youtube#video', videoId: video.id },
    },
    contentDetails: { videoId: video.id, videoPublishedAt: publishedAt },
    status: { privacyStatus },
  };
  const picked = Object.entries(everything).filter(([name]) => parts.includes(name));
  const id = Buffer.from(`${uploadsOf(account)}.${video.id}`).toString('base64url');
  return { kind: 'youtube#playlistItem', etag: etagOf(id), id, ...Object.fromEntries(picked) };
}
