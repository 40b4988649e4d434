import { findAccount } from '../accounts.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import type { Account } from '../store.ts';
import type { World } from '../world.ts';
import { bluesky } from './tokens.ts';

/** The document that says who somebody is and where they live (https://atproto.com/specs/did). */
export function didDocument(world: World, account: Account) {
  return {
    '@context': ['https://www.w3.org/ns/did/v1'],
    id: account.id,
    alsoKnownAs: [`at://${account.username}`],
    service: [
      { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: `${world.home()}/bluesky` },
    ],
  };
}

/** The public directory, which knows every did:plc. */
export function resolveDid(call: Call): Answer {
  const did = decodeURIComponent(call.params.did ?? '');
  const account = did.startsWith('did:plc:') ? findAccount(call.world.store, bluesky, did) : null;
  if (account !== null) return ok(didDocument(call.world, account));
  return { status: 404, body: { message: `DID not registered: ${did}` } };
}
