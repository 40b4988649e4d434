import { PostboteError } from '../../errors.ts';
import type { Published, Publishing } from '../publishing.ts';
import { type Creator, queryCreator } from './api.ts';
import { awaitEnd, awaitPostId } from './await-end.ts';
import { failReasons } from './errors.ts';
import { named, PUBLISH_ID } from './published.ts';
import { sendPhotos } from './send-photos.ts';
import { type Sent, sendVideo } from './send-video.ts';
import type { TiktokSettings } from './settings.ts';

type At = Publishing<TiktokSettings>;

/** A new one only after TikTok itself said that the earlier one came to nothing. */
const ATTEMPTS = 3;

export async function publish(at: At): Promise<Published> {
  const isDraft = at.post.settings.send_to_inbox;
  const creator = isDraft ? null : await at.step.repeat('creator', () => queryCreator(at));
  let reason = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const sent = await send(at, creator, attempt);
    if (sent === null) {
      reason = 'upload_url_expired';
      continue;
    }
    if ('postId' in sent) return publicPost(at, creator, sent.postId);
    const end = await awaitEnd(at, `status-${attempt}`, sent);
    if (end.failed === null) return await nameLive(at, creator, sent, end, attempt);
    reason = end.failed;
    if (!isWorthAnother(reason)) break;
  }
  throw failure(reason);
}

function send(at: At, creator: Creator | null, attempt: number) {
  const [first] = at.post.media;
  if (!first) throw new PostboteError('post_invalid', { facts: { platform: 'tiktok' } });
  return first.kind === 'video' ? sendVideo(at, creator, first, attempt) : sendPhotos(at, creator, attempt);
}

async function nameLive(
  at: At,
  creator: Creator | null,
  sent: Sent,
  end: { postId: string | null; endedAt: number },
  attempt: number,
): Promise<Published> {
  // Only what everybody may see gets an id, and only after moderation.
  const mayHaveId = sent.privacy === 'PUBLIC_TO_EVERYONE';
  const postId =
    end.postId ?? (mayHaveId ? await awaitPostId(at, `post-id-${attempt}`, sent, end.endedAt) : null);
  return postId === null
    ? { id: `${PUBLISH_ID}${sent.publishId}`, url: null }
    : publicPost(at, creator, postId);
}

function publicPost(at: At, creator: Creator | null, postId: string): Published {
  const username = creator?.creator_username ?? at.account.username;
  return named(at, username, at.post.media[0]?.kind === 'video' ? 'video' : 'photo', postId);
}

function isWorthAnother(reason: string): boolean {
  return failReasons[reason] === null;
}

function failure(reason: string): PostboteError {
  const isPull = reason.endsWith('_pull_failed');
  const known = Object.hasOwn(failReasons, reason) ? failReasons[reason] : undefined;
  return new PostboteError(known ?? (isPull ? 'media_rejected' : 'platform_rejected'), {
    facts: { platform: 'tiktok', reason },
    raw: `FAILED: ${reason}`,
  });
}
