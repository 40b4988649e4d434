import { platforms } from './index.ts';
import type { Platform } from './platform.ts';

const noticeMs = 90 * 24 * 60 * 60 * 1000;

/** The API versions in use that end within three months, or have ended: a call to one may be refused from one day to the next. */
export function endingVersions(now: number, all: readonly Platform[] = Object.values<Platform>(platforms)) {
  return all.flatMap(({ id, api }) => {
    const endsOn = api?.endsOn ?? null;
    if (api === undefined || endsOn === null || Date.parse(endsOn) - now > noticeMs) return [];
    return [{ platform: id, version: api.version, endsOn }];
  });
}
