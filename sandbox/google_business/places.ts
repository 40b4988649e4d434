import { addAccount, findAccount, randomDigits } from '../accounts.ts';
import { findObject, listObjects, putObject } from '../objects.ts';
import type { Account } from '../store.ts';
import type { World } from '../world.ts';

export const google = 'google_business';

/** Who manages a location. A sandbox account is a location; a Google user may reach several of them. */
export interface Place {
  readonly user: string;
  /** `accounts/1` */
  readonly account: string;
  readonly accountName: string;
  readonly type: 'PERSONAL' | 'LOCATION_GROUP';
  /** `accounts/1/locations/2`: the sandbox account's id. */
  readonly name: string;
}

export const newLocation = (): string =>
  `accounts/${randomDigits(21, '10')}/locations/${randomDigits(20, '1')}`;

export function placeOf(world: World, location: Account): Place {
  const known = findObject<Place>(world.store, google, 'place', location.id)?.data;
  if (known !== undefined) return known;
  return save(world, {
    user: randomDigits(21, '11'),
    account: accountPart(location.id),
    accountName: location.name,
    type: 'PERSONAL',
    name: location.id,
  });
}

/** All that the user reaches. Whoever looks for the first time also finds a branch in a location group. */
export function placesOf(world: World, user: string): { place: Place; location: Account }[] {
  const places = listObjects<Place>(world.store, google, 'place', user).map((row) => row.data);
  const [first] = places;
  if (first !== undefined && places.length === 1) places.push(openBranch(world, first));
  // The person's own account comes first, as Google lists it.
  places.sort((a, b) => Number(b.type === 'PERSONAL') - Number(a.type === 'PERSONAL'));
  return places.flatMap((place) => {
    const location = findAccount(world.store, google, place.name);
    return location === null ? [] : [{ place, location }];
  });
}

function openBranch(world: World, main: Place): Place {
  const owner = findAccount(world.store, google, main.name);
  const wanted = `${owner?.username ?? 'laden'}-filiale`;
  const isTaken = findAccount(world.store, google, wanted) !== null;
  const branch: Account = {
    platform: google,
    id: newLocation(),
    username: isTaken ? `${wanted}-${randomDigits(6)}` : wanted,
    name: `${owner?.name ?? 'Laden'} Filiale`,
    createdAt: world.now(),
  };
  addAccount(world.store, branch);
  return save(world, {
    user: main.user,
    account: accountPart(branch.id),
    accountName: `${owner?.name ?? 'Laden'} Standorte`,
    type: 'LOCATION_GROUP',
    name: branch.id,
  });
}

function save(world: World, place: Place): Place {
  putObject(world.store, google, 'place', place.user, place.name, place);
  return place;
}

/** A location whose store code begins with "unclaimed": what is posted to it never goes live. */
export const hasVoice = (location: Account) => !location.username.startsWith('unclaimed');

const accountPart = (name: string) => name.split('/').slice(0, 2).join('/');
