import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { Credentials, Discovered, SigningIn } from '../signing-in.ts';
import { pages } from './api.ts';

const accountList = z.object({
  accounts: z.array(z.object({ name: z.string().startsWith('accounts/') })).optional(),
  nextPageToken: z.string().optional(),
});
const location = z.object({
  name: z.string().startsWith('locations/'),
  title: z.string().optional(),
  storeCode: z.string().optional(),
  storefrontAddress: z.object({ locality: z.string().optional() }).optional(),
});
const locationList = z.object({
  locations: z.array(location).optional(),
  nextPageToken: z.string().optional(),
});

type At = SigningIn & { credentials: Credentials };

/**
 * Every location the user manages. The posts' address needs `accounts/1/locations/2`: a location alone
 * answers 404 to everything, and `accounts/-` would lose the first half.
 */
export async function discover(at: At): Promise<readonly Discovered[]> {
  const found = new Map<string, Discovered>();
  let refusal: PostboteError | null = null;
  const list = pages(at, `${at.hosts.accounts}/v1/accounts`, { pageSize: '20' }, accountList);
  for await (const { accounts = [] } of list) {
    for (const account of accounts) {
      try {
        await addLocations(at, account.name, found);
      } catch (error) {
        // One group may be closed to this user while the others are open.
        if (!(error instanceof PostboteError && error.code === 'platform_permission')) throw error;
        refusal = error;
      }
    }
  }
  if (found.size === 0 && refusal !== null) throw refusal;
  return [...found.values()];
}

async function addLocations(at: At, account: string, found: Map<string, Discovered>): Promise<void> {
  const url = `${at.hosts.information}/v1/${account}/locations`;
  const query = { readMask: 'name,title,storeCode,storefrontAddress', pageSize: '100' };
  for await (const { locations = [] } of pages(at, url, query, locationList)) {
    for (const { name, title, storeCode, storefrontAddress } of locations) {
      // The same shop may be reached through a person's account and through a group.
      if (found.has(name)) continue;
      found.set(name, {
        externalId: `${account}/${name}`,
        name: title ?? name,
        username: storeCode || storefrontAddress?.locality || null,
        credentials: at.credentials,
      });
    }
  }
}
