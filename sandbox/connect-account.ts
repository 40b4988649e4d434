import { randomBytes } from 'node:crypto';
import { addAccount, findAccount } from './accounts.ts';
import type { Credentials, PretendPlatform } from './platform.ts';
import type { Account } from './store.ts';
import type { World } from './world.ts';

export interface ConnectWish {
  readonly name?: string;
  readonly username?: string;
  /** Seconds the access token has to live; the platform's own figure otherwise. */
  readonly lifetime: number | null;
}

/** Opens an account, or finds the one of that user name, and signs in: fresh credentials either way. */
export function connectAccount(
  world: World,
  platform: PretendPlatform,
  wish: ConnectWish,
): { account: Account; credentials: Credentials } {
  const typed = wish.username ?? wish.name ?? `guest_${randomBytes(4).toString('hex')}`;
  const username = platform.toUsername(inPlainLetters(typed.trim()));
  return world.store.transaction(() => {
    let account = findAccount(world.store, platform.id, username);
    if (account === null) {
      account = {
        platform: platform.id,
        id: platform.newAccountId(world),
        username,
        name: wish.name?.trim() || username,
        createdAt: world.now(),
      };
      addAccount(world.store, account);
    }
    return { account, credentials: platform.issueCredentials(world, account, wish.lifetime) };
  });
}

/** As people spell their names where only plain letters are allowed. */
function inPlainLetters(name: string): string {
  const german: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' };
  return name
    .normalize('NFC')
    .replaceAll(/[äöüÄÖÜß]/g, (letter) => german[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
}
