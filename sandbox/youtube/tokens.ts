import { accountOfToken, findAccount, findToken, putToken, randomWord } from '../accounts.ts';
import { refreshSeconds } from '../google-refresh.ts';
import type { Call } from '../platform.ts';
import type { Account } from '../store.ts';
import type { World } from '../world.ts';
import { refuse, unauthenticated } from './google-error.ts';

export const youtube = 'youtube';
export const accessSeconds = 3599;

const prefix = 'https://www.googleapis.com/auth/';
export const everyScope = ['youtube.upload', 'youtube.readonly', 'yt-analytics.readonly']
  .map((name) => prefix + name)
  .join(' ');

export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What a login was granted: the app it belongs to, what it may do, and whose quota it uses up. */
export interface Grant {
  /** Null: handed out by the control API, it belongs to the first app that renews it. */
  readonly client: Client | null;
  readonly scope: string;
  /** The Cloud project, for which the client's id stands. */
  readonly project: string;
}

export function issueAccess(world: World, account: string, grant: Grant, lifetime = accessSeconds) {
  const token = `ya29.${randomWord(60)}`;
  const issuedAt = world.now();
  const expiresAt = issuedAt + lifetime * 1000;
  const data = { ...grant };
  putToken(world.store, { token, platform: youtube, kind: 'access', account, issuedAt, expiresAt, data });
  return { token, expiresAt };
}

/** Without a token it makes one; with it, its six months begin again. */
export function keepRefresh(
  world: World,
  account: string,
  grant: Grant,
  token = `1//0${randomWord(40)}`,
): string {
  const issuedAt = world.now();
  const username = findAccount(world.store, youtube, account)?.username ?? '';
  const expiresAt = issuedAt + refreshSeconds(username) * 1000;
  const data = { ...grant };
  putToken(world.store, { token, platform: youtube, kind: 'refresh', account, issuedAt, expiresAt, data });
  return token;
}

/** Any of the scopes will do; `youtube` and `youtube.force-ssl` open every door of the Data API. */
export function requireAccount(call: Call, ...scopes: readonly string[]): Account {
  const token = call.bearer === null ? null : findToken(call.world.store, youtube, call.bearer);
  if (token?.kind !== 'access' || token.expiresAt <= call.world.now()) return refuse(unauthenticated);
  const account = findAccount(call.world.store, youtube, token.account);
  if (account === null) return refuse(unauthenticated);
  const granted = String(token.data.scope).split(' ');
  const wide = scopes.some((name) => name.startsWith('yt-')) ? [] : ['youtube', 'youtube.force-ssl'];
  if (![...scopes, ...wide].some((name) => granted.includes(prefix + name))) {
    return refuse({
      code: 403,
      reason: 'insufficientPermissions',
      message: 'Request had insufficient authentication scopes.',
      domain: 'global',
    });
  }
  return account;
}

/** Who pays for a call. */
export function projectOf(call: Call): string {
  const token = call.bearer === null ? null : findToken(call.world.store, youtube, call.bearer);
  return String(token?.data.project ?? '');
}

export function accountBehind(call: Call, token: unknown): Account | null {
  return accountOfToken(call.world.store, youtube, typeof token === 'string' ? token : null);
}
