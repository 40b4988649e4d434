import { PostboteError } from '../../errors.ts';
import type { Publishing } from '../publishing.ts';
import { get, VERSION } from './api.ts';
import { type LocalPost, localPost } from './local-post.ts';

type At = Publishing<unknown>;
interface Reviewed {
  readonly state: string;
  readonly url: string | null;
}

/** Mostly seconds, at times much longer: first often, then rarely, and after an hour not any more. */
const phases = [
  { key: 'review', seconds: 10, untilSeconds: 120 },
  { key: 'review-late', seconds: 120, untilSeconds: 3600 },
] as const;

/** More than any phase needs: the clock ends it, not the count. */
const TIMES = 1000;

/**
 * An answer of 200 only says that Google has the post; the review makes it LIVE or REJECTED. A post that is
 * still under review after an hour counts as published: Google has it, and nothing speaks against it.
 */
export async function awaitReview(at: At, taken: LocalPost): Promise<Reviewed> {
  let seen: Reviewed = reviewed(taken);
  if (!isSettled(seen)) {
    const begunAt = await at.step.repeat('review-begun', async () => at.now());
    for (const { key, seconds, untilSeconds } of phases) {
      const endsAt = begunAt + untilSeconds * 1000;
      seen = await at.step.until(key, { seconds, times: TIMES }, async () => {
        const answer = await ask(at, taken.name);
        if (answer !== null && isSettled(answer)) return answer;
        return at.now() >= endsAt ? (answer ?? { state: 'PROCESSING', url: null }) : null;
      });
      if (!isUnderReview(seen)) break;
    }
  }
  if (seen.state !== 'REJECTED') return seen;
  throw new PostboteError('platform_rejected', {
    facts: { platform: 'google_business', reason: 'policy' },
    raw: 'Google took the post in and rejected it in review (state REJECTED); it gives no reason.',
  });
}

/** Whatever goes wrong with reading, the post is out. Only once is a dead token worth a stop to renew it. */
async function ask(at: At, name: string): Promise<Reviewed | null> {
  try {
    return reviewed(await get(at, `${at.hosts.posts}/${VERSION}/${name}`, localPost));
  } catch (error) {
    if (!(error instanceof PostboteError)) throw error;
    if (error.refreshable && (await isFirst(at, 'review-login'))) throw error;
    return null;
  }
}

async function isFirst(at: At, key: string): Promise<boolean> {
  let first = false;
  await at.step.repeat(key, async () => {
    first = true;
    return null;
  });
  return first;
}

const reviewed = ({ state = 'PROCESSING', searchUrl }: LocalPost): Reviewed => ({
  state,
  url: searchUrl !== undefined && URL.canParse(searchUrl) ? searchUrl : null,
});

/** The address may be missing at first, also of a post that is LIVE: for a while that is worth waiting for. */
const isSettled = (seen: Reviewed) =>
  !isUnderReview(seen) && (seen.url !== null || seen.state === 'REJECTED');

const isUnderReview = ({ state }: Reviewed) =>
  state === 'PROCESSING' || state === 'LOCAL_POST_STATE_UNSPECIFIED';
