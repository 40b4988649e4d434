import type { Call } from '../platform.ts';
import { type Quota, requireRoom } from '../quotas.ts';
import type { Account } from '../store.ts';
import type { World } from '../world.ts';
import { googleError } from './google-error.ts';
import { projectOf, youtube } from './tokens.ts';

/**
 * A day's calls per Cloud project since 2026-06-01, shared by all its channels: uploads have a bucket of their
 * own. Days change at midnight Pacific time, and no header tells how much is left.
 */
const perProject = (name: string, limit: number): Quota => ({
  name,
  limit,
  span: { dayIn: 'America/Los_Angeles' },
  bucket: (world, account, call) => (call === null ? latestProject(world, account) : projectOf(call)),
  exceeded: () =>
    googleError({
      code: 403,
      reason: 'quotaExceeded',
      message:
        'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
      domain: 'youtube.quota',
    }),
});

/** The channel's own cap, whose size YouTube does not tell. */
const channel: Quota = {
  name: 'channel_uploads',
  limit: null,
  span: { within: 86_400 },
  exceeded: () =>
    googleError({
      code: 400,
      reason: 'uploadLimitExceeded',
      message: 'The user has exceeded the number of videos they may upload.',
    }),
};

const uploads = perProject('uploads', 100);
const units = perProject('units', 10_000);

export const quotas: readonly Quota[] = [uploads, units, channel];

/** Charges the project of the token; calls that are refused for a fault of their own cost nothing here. */
export function chargeUnits(call: Call, cost: number): void {
  charge(call, units, projectOf(call), cost);
}

export function chargeUpload(call: Call, account: Account): void {
  requireRoom(call, youtube, channel, account.id);
  charge(call, uploads, projectOf(call), 1);
  call.world.quotas.spend(youtube, channel, account.id, 1);
}

function charge(call: Call, quota: Quota, bucket: string, cost: number): void {
  requireRoom(call, youtube, quota, bucket, cost);
  call.world.quotas.spend(youtube, quota, bucket, cost);
}

function latestProject(world: World, account: Account): string {
  const row = world.store.get(
    `SELECT json_extract(data, '$.project') AS project FROM tokens
     WHERE platform = ? AND account = ? ORDER BY rowid DESC LIMIT 1`,
    youtube,
    account.id,
  );
  return String(row?.project ?? '');
}
