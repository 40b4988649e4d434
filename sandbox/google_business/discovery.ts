import { type Answer, type Call, ok } from '../platform.ts';
import { invalid, refuse } from './google-error.ts';
import { paged } from './paged.ts';
import { hasVoice, placesOf } from './places.ts';
import { requireUser } from './sign-in.ts';

/** GET accountmanagement /v1/accounts: at most 20 a page. */
export function listAccounts(call: Call): Answer {
  const places = placesOf(call.world, requireUser(call)).map(({ place }) => place);
  const accounts = [...new Map(places.map((place) => [place.account, place])).values()].map((place) => ({
    name: place.account,
    accountName: place.accountName,
    type: place.type,
    role: place.type === 'PERSONAL' ? 'PRIMARY_OWNER' : 'MANAGER',
    verificationState: 'UNVERIFIED',
    vettedState: 'NOT_VETTED',
  }));
  const page = paged(call, accounts, { usual: 20, max: 20 }, (account) => account.name);
  return ok({ ...(page.items.length > 0 && { accounts: page.items }), ...page.next });
}

/** GET businessinformation /v1/{account}/locations: shows only what `readMask` names, and insists on it. */
export function listLocations(call: Call): Answer {
  const user = requireUser(call);
  const mask = (call.query.get('readMask') ?? '').split(',').filter((name) => name !== '');
  if (mask.length === 0) invalid('read_mask', 'MISSING_VALUE', 'read_mask is required');
  const account = `accounts/${call.params.account}`;
  const reached = placesOf(call.world, user);
  const places =
    account === 'accounts/-' ? reached : reached.filter(({ place }) => place.account === account);
  if (places.length === 0) refuse(403, 'PERMISSION_DENIED', 'The caller does not have permission');
  const page = paged(call, places, { usual: 10, max: 100 }, ({ location }) => location.id);
  const locations = page.items.map(({ location }) => {
    const everything: Record<string, unknown> = {
      name: location.id.split('/').slice(2).join('/'),
      title: location.name,
      storeCode: location.username,
      websiteUri: 'https://example.com/',
      languageCode: 'de',
      storefrontAddress: {
        regionCode: 'DE',
        languageCode: 'de',
        postalCode: '10115',
        locality: 'Berlin',
        addressLines: ['Invalidenstraße 1'],
      },
      metadata: {
        hasVoiceOfMerchant: hasVoice(location),
        placeId: `ChIJ${location.id.slice(-20)}`,
        mapsUri: `${call.world.home()}/google_business/place/${location.id.split('/')[3]}`,
      },
    };
    return Object.fromEntries(mask.flatMap((name) => (name in everything ? [[name, everything[name]]] : [])));
  });
  return ok({ locations, ...page.next, totalSize: places.length });
}
