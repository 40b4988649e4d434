import { findObject, putObject } from '../objects.ts';
import type { Call } from '../platform.ts';
import { refuse } from './google-error.ts';
import { projectOf, youtube } from './tokens.ts';

/** A day's calls per project since 2026-06-01: uploads have a bucket of their own. */
const daily = { uploads: 100, units: 10_000 } as const;

/** Days change at midnight Pacific time. */
const pacificDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
});

/** Charges the project (the OAuth client) of the token; there is no header that tells how much is left. */
export function charge(call: Call, bucket: keyof typeof daily, cost: number): void {
  const { store } = call.world;
  const id = `${bucket}:${pacificDay.format(call.world.now())}`;
  const project = projectOf(call);
  const used = findObject<number>(store, youtube, 'quota', id, project)?.data ?? 0;
  if (used + cost > daily[bucket]) {
    refuse({
      code: 403,
      reason: 'quotaExceeded',
      message:
        'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
      domain: 'youtube.quota',
    });
  }
  putObject(store, youtube, 'quota', project, id, used + cost);
}
