import { putToken, randomWord } from '../accounts.ts';
import type { Call } from '../platform.ts';
import { type Answer, Refusal } from '../platform.ts';
import type { Token } from '../store.ts';
import type { World } from '../world.ts';
import { requireProof } from './dpop.ts';
import { bluesky, serverDid, toJwt } from './tokens.ts';

/** As the reference server has it: an hour, and for a client without a key two weeks. */
export const oauthAccessSeconds = 60 * 60;
const refreshSeconds = { keyed: 91 * 86_400, open: 14 * 86_400 };

export interface OAuthGrant {
  readonly account: string;
  readonly scope: string;
  /** Thumbprint of the key that every request must prove. */
  readonly jkt: string;
  readonly clientId: string;
  readonly session: string;
}

/** A new pair for the session; the refresh token it was traded for is spent. */
export function issueGrant(world: World, grant: OAuthGrant, spent?: Token) {
  const { account, scope, jkt, clientId } = grant;
  const issuedAt = world.now();
  const expiresAt = issuedAt + oauthAccessSeconds * 1000;
  const lives = clientId.startsWith('http://localhost') ? refreshSeconds.open : refreshSeconds.keyed;
  const access = toJwt('at+jwt', {
    iss: `${world.home()}/bluesky`,
    aud: serverDid(world),
    sub: account,
    scope,
    client_id: clientId,
    cnf: { jkt },
    jti: `tok-${randomWord(12)}`,
    iat: Math.floor(issuedAt / 1000),
    exp: Math.floor(expiresAt / 1000),
  });
  const refresh = `ref-${randomWord(32)}`;
  const base = { platform: bluesky, account, issuedAt, data: { ...grant } };
  world.store.transaction(() => {
    if (spent) putToken(world.store, { ...spent, data: { ...grant, spent: true } });
    putToken(world.store, { ...base, token: access, kind: 'oauth_access', expiresAt });
    const refreshEnds = issuedAt + lives * 1000;
    putToken(world.store, { ...base, token: refresh, kind: 'oauth_refresh', expiresAt: refreshEnds });
  });
  return {
    access_token: access,
    token_type: 'DPoP',
    refresh_token: refresh,
    scope,
    expires_in: oauthAccessSeconds,
    sub: account,
  };
}

export function endSession(world: World, session: string): void {
  world.store.run(
    "DELETE FROM tokens WHERE platform = ? AND json_extract(data, '$.session') = ?",
    bluesky,
    session,
  );
}

export const isDpop = (call: Call): boolean => /^dpop /i.test(call.request.headers.authorization ?? '');

/** The server with the data says no in the header that names the scheme, too. */
export function dpopRefusal(error: string, description: string): Answer {
  return {
    status: 401,
    body: { error, message: description },
    headers: {
      'WWW-Authenticate': `DPoP algs="ES256", error="${error}", error_description="${description.replaceAll('"', "'")}"`,
    },
  };
}

/** The token of a call with proof; `found` is what the store knows of it. */
export function requireDpopToken(call: Call, found: Token | null): Token {
  const fail = (error: string, description: string): never => {
    throw new Refusal(dpopRefusal(error, description));
  };
  const jkt = requireProof(call, dpopRefusal, call.bearer);
  if (found?.kind !== 'oauth_access') return fail('invalid_token', 'Invalid token');
  if (found.data.jkt !== jkt) fail('invalid_token', 'Invalid DPoP key binding');
  if (found.expiresAt <= call.world.now()) fail('invalid_token', '"exp" claim timestamp check failed');
  if (!String(found.data.scope).split(' ').includes('transition:generic')) {
    throw new Refusal({
      status: 403,
      body: { error: 'ScopeMissingError', message: 'Missing required scope "transition:generic"' },
    });
  }
  return found;
}
