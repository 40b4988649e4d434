import { findObject, removeObject } from '../objects.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { removePost } from '../posts.ts';
import { badRequest, refuse } from './google-error.ts';
import { list, partsOf } from './listing.ts';
import { categories } from './metadata.ts';
import { chargeUnits } from './quotas.ts';
import { requireAccount, youtube } from './tokens.ts';
import { etagOf, findVideo, videoResource } from './video.ts';

/** GET /youtube/v3/videos?part=…&id=…: ids nobody may see are left out without a word. */
export function listVideos(call: Call): Answer {
  const account = requireAccount(call, 'youtube.readonly');
  const parts = partsOf(call);
  const ids = (call.query.get('id') ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0)
    badRequest('missingRequiredParameter', 'No filter selected. Expected one of: id, chart, myRating');
  if (ids.length > 50) badRequest('invalidFilters', 'The request specifies too many ids.');
  chargeUnits(call, 1);
  const items = ids
    .map((id) => findVideo(call.world, id))
    .filter((video) => video !== null)
    .filter((video) => video.account === account.id || video.metadata.privacyStatus !== 'private')
    .map((video) => videoResource(call.world, video, account, parts));
  return list('youtube#videoListResponse', items, items.length, items.length);
}

export function deleteVideo(call: Call): Answer {
  // Neither `youtube.upload` nor `youtube.readonly` is enough for it.
  const account = requireAccount(call);
  const id = call.query.get('id') ?? '';
  chargeUnits(call, 50);
  const { store } = call.world;
  if (findObject(store, youtube, 'video', id, account.id) === null) {
    refuse({
      code: 404,
      reason: 'videoNotFound',
      message: 'The video that you are trying to delete cannot be found.',
    });
  }
  removeObject(store, youtube, 'video', account.id, id);
  removePost(store, youtube, account.id, id);
  return { status: 204 };
}

export function listCategories(call: Call): Answer {
  requireAccount(call, 'youtube.readonly');
  partsOf(call);
  if (!/^[A-Z]{2}$/.test(call.query.get('regionCode') ?? '')) {
    badRequest('missingRequiredParameter', 'No filter selected. Expected one of: id, regionCode');
  }
  chargeUnits(call, 1);
  const known = Object.entries({ ...categories, 18: 'Short Movies' }).map(([id, title]) => ({
    kind: 'youtube#videoCategory',
    etag: etagOf(id),
    id,
    // What is not assignable is refused on upload.
    snippet: { title, assignable: id !== '18', channelId: 'UCBR8-60-B28hp2BmDPdntcQ' },
  }));
  return ok({ kind: 'youtube#videoCategoryListResponse', etag: etagOf('categories'), items: known });
}
