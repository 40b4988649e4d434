import { accountOfToken, expireToken, findAccount, findToken } from '../accounts.ts';
import type { Call } from '../platform.ts';
import type { Account, Token } from '../store.ts';
import { deadToken, refuse, unknownObject } from './problem.ts';
import { givenToken } from './request.ts';

/** How a Graph API knows who calls: one platform's tokens, and what it says to those that are none. */
export function graphSignIn(platform: string) {
  function readToken(call: Call, given: string | null): Token {
    if (given === null) return refuse(deadToken.missing);
    const token = findToken(call.world.store, platform, given);
    if (token === null) return refuse(deadToken.unreadable);
    if (token.expiresAt <= call.world.now()) return refuse(deadToken.expired(call.world.now()));
    return token;
  }
  const requireToken = async (call: Call): Promise<Token> => readToken(call, await givenToken(call));
  async function requireAccount(call: Call): Promise<Account> {
    const account = findAccount(call.world.store, platform, (await requireToken(call)).account);
    return account ?? refuse({ code: 190, subcode: 460, message: 'Error validating access token' });
  }
  return {
    readToken,
    requireToken,
    requireAccount,
    /** The account of the token, provided the path names it. */
    async requireOwner(call: Call): Promise<Account> {
      const account = await requireAccount(call);
      const { id = '' } = call.params;
      return id === 'me' || id === account.id ? account : refuse(unknownObject(id));
    },
    async caller(call: Call): Promise<Account | null> {
      return accountOfToken(call.world.store, platform, await givenToken(call));
    },
    async expireToken(call: Call): Promise<void> {
      const token = await givenToken(call);
      if (token !== null) expireToken(call.world.store, platform, token, call.world.now());
    },
  };
}
