import { findUpload } from '../objects.ts';
import { type Answer, type Call, ok, Refusal } from '../platform.ts';
import { publishPost, removePost } from '../posts.ts';
import type { PostMedia } from '../store.ts';
import { findMedia, isReady, isVideo, type UploadedMedia } from './media.ts';
import { newId } from './new-id.ts';
import { isPremium, requireAccount, twitter } from './oauth.ts';
import { forbidden, invalidRequest, suspended } from './problems.ts';
import { shownText, weightedLength } from './text.ts';

const maxWeight = 280;
/** Premium accounts write long posts. */
const maxLongWeight = 25_000;
/** X does not say how long it remembers: a day is this sandbox's guess. */
const duplicateSeconds = 86_400;

/** POST /2/tweets: no key against repeats, only the rule against equal text. */
export async function createTweet(call: Call): Promise<Answer> {
  const account = requireAccount(call);
  if (account.username.startsWith('suspended')) throw new Refusal(suspended());
  const input = await call.body();
  const { world } = call;
  const text = input.text ?? '';
  if (typeof text !== 'string') return invalidRequest('text must be a string', { text: [] });
  const given = (input.media ?? null) as { media_ids?: unknown; preview_media_id?: unknown } | null;
  return world.store.transaction(() => {
    const media = given === null ? [] : readMedia(call, account.id, given.media_ids);
    if (text.trim() === '' && media.length === 0) {
      invalidRequest('text is required unless media is given', { text: [text] });
    }
    const weight = weightedLength(text);
    const allowed = isPremium(account) ? maxLongWeight : maxWeight;
    if (weight > allowed) {
      invalidRequest(`Your Tweet text is too long. (${weight} of ${allowed})`, {
        text: [text.slice(0, 50)],
      });
    }
    if (isDuplicate(call, account.id, text)) {
      forbidden('You are not allowed to create a Tweet with duplicate content.');
    }
    const cover = readCover(call, account.id, given?.preview_media_id);
    const id = newId(world.now());
    const page =
      media.length === 0
        ? null
        : `https://x.com/${account.username}/status/${id}/${isVideo(media[0] as UploadedMedia) ? 'video' : 'photo'}/1`;
    const shown = shownText(text, page);
    publishPost(world.store, {
      platform: twitter,
      account: account.id,
      id,
      text,
      type:
        media.length > 1
          ? 'carousel'
          : media.length === 0
            ? 'text'
            : seenMedia(call, media[0] as UploadedMedia).type,
      media: media.map((item) => seenMedia(call, item)),
      cover,
      publishedAt: world.now(),
      data: {
        shown,
        isLong: weight > maxWeight,
        mediaKeys: media.map((item) => item.mediaKey),
        replyTo:
          (input.reply as { in_reply_to_tweet_id?: unknown } | undefined)?.in_reply_to_tweet_id ?? null,
      },
    });
    return {
      status: 201,
      body: { data: { id, text: shown.text, edit_history_tweet_ids: [id], edit_history_post_ids: [id] } },
    };
  });
}

export function deleteTweet(call: Call): Answer {
  const account = requireAccount(call);
  const { id = '' } = call.params;
  const deleted = removePost(call.world.store, twitter, account.id, id);
  if (
    !deleted &&
    call.world.store.get('SELECT 1 FROM posts WHERE platform = ? AND id = ?', twitter, id) !== undefined
  ) {
    return forbidden('You are not authorized to delete this Tweet.');
  }
  return ok({ data: { deleted: true } });
}

function readMedia(call: Call, account: string, ids: unknown): UploadedMedia[] {
  const parameters = { 'media.media_ids': Array.isArray(ids) ? ids : [] };
  if (!Array.isArray(ids) || ids.length < 1 || ids.length > 4) {
    return invalidRequest('media.media_ids must hold 1 to 4 ids', parameters);
  }
  const media = ids.map((id) => {
    const found = typeof id === 'string' ? findMedia(call.world, account, id) : null;
    if (found === null || !isReady(call.world, found))
      return invalidRequest('Your media IDs are invalid.', parameters);
    return found;
  });
  if (media.length > 1 && media.some((item) => item.category !== 'tweet_image')) {
    return invalidRequest('A Tweet may hold up to 4 photos, or 1 animated GIF, or 1 video.', parameters);
  }
  return media;
}

function readCover(call: Call, account: string, id: unknown): string | null {
  if (id === undefined || id === null) return null;
  const found = findMedia(call.world, account, String(id));
  if (found === null || !isReady(call.world, found) || found.category !== 'tweet_image') {
    return invalidRequest('Your media IDs are invalid.', { 'media.preview_media_id': [id] });
  }
  return findUpload(call.world.store, twitter, found.id, account) === null ? '' : found.id;
}

/** Media alone is never a duplicate: only words are compared. */
function isDuplicate(call: Call, account: string, text: string): boolean {
  const said = text.trim();
  if (said === '') return false;
  const row = call.world.store.get(
    `SELECT 1 FROM posts WHERE platform = ? AND account = ? AND published_at >= ?
     AND trim(text, char(9, 10, 13, 32)) = ? LIMIT 1`,
    twitter,
    account,
    call.world.now() - duplicateSeconds * 1000,
    said,
  );
  return row !== undefined;
}

function seenMedia(call: Call, media: UploadedMedia): PostMedia {
  const kept = findUpload(call.world.store, twitter, media.id, media.account);
  return {
    type: isVideo(media) ? 'video' : 'image',
    size: media.totalBytes,
    alt: media.altText,
    ...(kept === null ? {} : { upload: media.id }),
    ...(isVideo(media) && { film: media.id }),
  };
}
