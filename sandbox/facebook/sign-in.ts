import { findAccount, putToken, randomWord } from '../accounts.ts';
import { refuse, unknownObject } from '../graph/problem.ts';
import { graphSignIn } from '../graph/sign-in.ts';
import type { Call } from '../platform.ts';
import type { Account, Token } from '../store.ts';
import type { World } from '../world.ts';

export const facebook = 'facebook';
export const shortSeconds = 2 * 3600;
export const longSeconds = 60 * 86_400;
/** `expires_at: 0` in debug_token: a Page token taken with a long-lived login has no end. */
export const noEnd = Number.MAX_SAFE_INTEGER;

export type TokenKind = 'user_short' | 'user_long' | 'page';

/** For a login `account` is the Page the person came in with; every Page of the sandbox is within reach. */
export function issueToken(
  world: World,
  kind: TokenKind,
  account: string,
  appId: string,
  expiresAt: number,
): string {
  const token = `EAA${randomWord(80).replace(/[-_]/g, 'Z')}`;
  const data = { appId };
  putToken(world.store, { token, platform: facebook, kind, account, issuedAt: world.now(), expiresAt, data });
  return token;
}

export const { readToken, requireToken, caller, expireToken } = graphSignIn(facebook);

export async function requireUser(call: Call): Promise<Token> {
  const token = await requireToken(call);
  if (token.kind === 'page') {
    return refuse({
      code: 100,
      message: '(#100) Tried accessing nonexisting field (accounts) on node type (Page)',
    });
  }
  return token;
}

export interface PageCall {
  readonly page: Account;
  readonly appId: string;
}

/** The Page of the token, provided the path names it (or says `me`). */
export async function requirePage(call: Call): Promise<PageCall> {
  const token = await requireToken(call);
  if (token.kind !== 'page') {
    return refuse({ code: 210, message: '(#210) A page access token is required to request this resource.' });
  }
  const page = findAccount(call.world.store, facebook, token.account);
  const { id = '' } = call.params;
  if (page === null) return refuse(unknownObject(id));
  return { page, appId: String(token.data.appId) };
}

/**
 * As above, for an edge that writes: the token must be this Page's and the person must be allowed to post. A Page
 * whose name begins with "unverified" must prove first who stands behind it.
 */
export async function requireAuthor(call: Call): Promise<PageCall> {
  const at = await requirePage(call);
  const { id = '' } = call.params;
  if (id !== 'me' && id !== at.page.id) return refuse(unknownObject(id));
  if (call.request.method === 'POST' && at.page.username.startsWith('unverified')) {
    return refuse({
      code: 368,
      subcode: 1404078,
      message: 'Page Publishing Authorization Required',
      title: 'Page Publishing Authorization Required',
      explanation: 'To publish as this Page, its managers must complete Page Publishing Authorization.',
    });
  }
  if (!tasksOf(at.page).includes('CREATE_CONTENT')) {
    return refuse({
      code: 200,
      message:
        '(#200) If posting to a page, requires both pages_read_engagement and pages_manage_posts as an admin with sufficient administrative permission',
    });
  }
  return at;
}

/** A Page whose name begins with "analyst" was shared for reading only. */
export function tasksOf(page: Account): string[] {
  const reading = ['ANALYZE', 'VIEW_MONETIZATION_INSIGHTS'];
  if (page.username.startsWith('analyst')) return reading;
  return ['ADVERTISE', 'CREATE_CONTENT', 'MANAGE', 'MESSAGING', 'MODERATE', ...reading];
}
