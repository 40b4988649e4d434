import { accountOfToken, addAccount, findAccount, findToken, randomDigits } from '../accounts.ts';
import { findObject, listObjects, putObject } from '../objects.ts';
import type { Call } from '../platform.ts';
import type { Account } from '../store.ts';
import type { World } from '../world.ts';
import { accessDenied, deadToken, refuse } from './answers.ts';

export const linkedin = 'linkedin';

/** Who calls, as the access token says. */
export interface Login {
  readonly member: Account;
  readonly scopes: ReadonlySet<string>;
}

export const isPage = (urn: string): boolean => urn.startsWith('urn:li:organization:');

export function requireLogin(call: Call): Login {
  if (call.bearer === null) return refuse(deadToken.empty());
  const token = findToken(call.world.store, linkedin, call.bearer);
  if (token?.kind === 'revoked') return refuse(deadToken.revoked());
  if (token?.kind !== 'access') return refuse(deadToken.invalid());
  if (token.expiresAt <= call.world.now()) return refuse(deadToken.expired());
  const member = memberOf(call.world, token.account);
  if (member === null) return refuse(deadToken.invalid());
  return { member, scopes: new Set(String(token.data.scope ?? '').split(/[ ,]+/)) };
}

export function requireScope(login: Login, what: string, ...anyOf: string[]): void {
  if (!anyOf.some((scope) => login.scopes.has(scope))) accessDenied(what);
}

export interface Role {
  readonly role: string;
}

const posting = [
  'ADMINISTRATOR',
  'CONTENT_ADMIN',
  'CONTENT_ADMINISTRATOR',
  'DIRECT_SPONSORED_CONTENT_POSTER',
];

/** The account a login may write for: itself, or a page where its role allows it. */
export function requireAuthor(call: Call, login: Login, urn: unknown, what: string): Account {
  const author = typeof urn === 'string' ? findAccount(call.world.store, linkedin, urn) : null;
  if (author === null || author.id !== urn) return accessDenied(what);
  if (!isPage(author.id)) {
    requireScope(login, what, 'w_member_social');
    return author.id === login.member.id ? author : accessDenied(what);
  }
  requireScope(login, what, 'w_organization_social');
  const role = roleOf(call.world, login.member.id, author.id);
  return role !== null && posting.includes(role) ? author : accessDenied(what);
}

export function roleOf(world: World, member: string, page: string): string | null {
  return findObject<Role>(world.store, linkedin, 'role', page, member)?.data.role ?? null;
}

export function rolesOf(world: World, member: Account): { page: string; role: string }[] {
  openPages(world, member);
  return listObjects<Role>(world.store, linkedin, 'role', member.id).map(({ id, data }) => ({
    page: id,
    role: data.role,
  }));
}

/** Every member runs one page, and may only read the numbers of another. */
export function openPages(world: World, member: Account): void {
  if (isPage(member.id)) return;
  world.store.transaction(() => {
    if (listObjects(world.store, linkedin, 'role', member.id).length > 0) return;
    for (const [word, role] of [
      ['Studio', 'ADMINISTRATOR'],
      ['Archiv', 'ANALYST'],
    ] as const) {
      const id = `urn:li:organization:${randomDigits(8)}`;
      const username = `${member.username}-${word.toLowerCase()}`;
      if (findAccount(world.store, linkedin, username) !== null) continue;
      addAccount(world.store, {
        platform: linkedin,
        id,
        username,
        name: `${member.name} ${word}`,
        createdAt: world.now(),
      });
      putObject(world.store, linkedin, 'role', member.id, id, { role } satisfies Role);
    }
  });
}

/** Behind a page stands the member who runs it. */
export function memberOf(world: World, account: string): Account | null {
  const member = isPage(account)
    ? findObject<Role>(world.store, linkedin, 'role', account)?.account
    : account;
  return member === undefined ? null : findAccount(world.store, linkedin, member);
}

export const callerOfToken = (call: Call): Account | null =>
  accountOfToken(call.world.store, linkedin, call.bearer);
