import { randomBytes } from 'node:crypto';
import type { Call } from './platform.ts';
import type { Account, Store, Token } from './store.ts';

export function findAccount(store: Store, platform: string, idOrUsername: string): Account | null {
  const row = store.get(
    'SELECT * FROM accounts WHERE platform = ? AND (id = ? OR username = ?) ORDER BY id = ? DESC LIMIT 1',
    platform,
    idOrUsername,
    idOrUsername,
    idOrUsername,
  );
  return row === undefined ? null : toAccount(row);
}

export function listAccounts(store: Store, platform: string): Account[] {
  return store
    .all('SELECT * FROM accounts WHERE platform = ? ORDER BY created_at, rowid LIMIT 50', platform)
    .map(toAccount);
}

export function addAccount(store: Store, account: Account): void {
  const { platform, id, username, name, createdAt } = account;
  store.run('INSERT INTO accounts VALUES (?, ?, ?, ?, ?)', platform, id, username, name, createdAt);
}

export function putToken(store: Store, token: Token): void {
  store.run(
    'INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?)',
    token.token,
    token.platform,
    token.kind,
    token.account,
    token.issuedAt,
    token.expiresAt,
    JSON.stringify(token.data),
  );
}

export function findToken(store: Store, platform: string, token: string): Token | null {
  const row = store.get('SELECT * FROM tokens WHERE token = ? AND platform = ?', token, platform);
  if (row === undefined) return null;
  return {
    token: String(row.token),
    platform: String(row.platform),
    kind: String(row.kind),
    account: String(row.account),
    issuedAt: Number(row.issued_at),
    expiresAt: Number(row.expires_at),
    data: JSON.parse(String(row.data)),
  };
}

export function accountOfToken(store: Store, platform: string, token: string | null): Account | null {
  const found = token === null ? null : findToken(store, platform, token);
  return found === null ? null : findAccount(store, platform, found.account);
}

export function expireToken(store: Store, platform: string, token: string, at: number): void {
  store.run(
    'UPDATE tokens SET expires_at = min(expires_at, ?) WHERE token = ? AND platform = ?',
    at,
    token,
    platform,
  );
}

/** Where one token that is taken back takes all others of its account along. */
export function expireAllTokens(store: Store, platform: string, account: string, at: number): void {
  store.run(
    'UPDATE tokens SET expires_at = min(expires_at, ?) WHERE platform = ? AND account = ?',
    at,
    platform,
    account,
  );
}

export function randomWord(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** A number of that many digits that never starts with 0, as a string: platform ids exceed what a double holds. */
export function randomDigits(count: number, prefix = ''): string {
  let digits = prefix;
  while (digits.length < count) digits += randomBytes(8).readBigUInt64BE().toString().slice(1, 12);
  return digits.startsWith('0') ? `1${digits.slice(1, count)}` : digits.slice(0, count);
}

/** Small letters, digits, dots and underscores, as several platforms allow in a user name. */
export function plainName(typed: string, maxLength: number): string {
  const plain = typed.toLowerCase().replace(/[^a-z0-9._]+/g, '_');
  return plain.slice(0, maxLength) || 'someone';
}

/** For platforms that take a refresh token in the body of `token` and an access token as Bearer elsewhere. */
export async function expirePresented(call: Call, platform: string): Promise<void> {
  const given = call.operation === 'token' ? String((await call.body()).refresh_token ?? '') : call.bearer;
  if (given !== null) expireToken(call.world.store, platform, given, call.world.now());
}

function toAccount(row: Record<string, unknown>): Account {
  return {
    platform: String(row.platform),
    id: String(row.id),
    username: String(row.username),
    name: String(row.name),
    createdAt: Number(row.created_at),
  };
}
