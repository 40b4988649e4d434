import { PostboteError } from '../../errors.ts';
import type { Hosts } from '../call.ts';

/** Where a request goes, and whether it is we or a user's own identity document that names the place. */
export interface Reach {
  readonly url: string;
  readonly foreign: boolean;
}

/**
 * Everybody may run a server and write its address into their identity document. An address below one of our own hosts is
 * used as it is; any other must be https, and the connection to it is guarded against private networks.
 */
export function reach(hosts: Hosts, address: string): Reach {
  const url = URL.parse(address);
  if (url && Object.values(hosts).some((host) => isBelow(url, host))) {
    return { url: address, foreign: false };
  }
  if (url?.protocol !== 'https:' || url.username || url.password) {
    const facts = { platform: 'bluesky', reason: 'bad_server_address' };
    throw new PostboteError('platform_rejected', { facts, raw: 'the account names no https server' });
  }
  return { url: address, foreign: true };
}

function isBelow(url: URL, host: string): boolean {
  const base = URL.parse(withoutSlash(host));
  if (!base || base.origin !== url.origin) return false;
  const path = withoutSlash(base.pathname);
  return withoutSlash(url.pathname) === path || url.pathname.startsWith(`${path}/`);
}

export const withoutSlash = (address: string): string => address.replace(/\/+$/, '');
