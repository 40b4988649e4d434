import type { Parts } from '../../src/app.ts';
import type { Hosts } from '../../src/platforms/call.ts';
import { platformById } from '../../src/platforms/index.ts';
import type { Platform } from '../../src/platforms/platform.ts';

const hostsAt: Readonly<Record<string, (url: string) => Hosts>> = {
  twitter: (url) => ({ web: url, api: url }),
  youtube: (url) => ({ accounts: url, oauth: url, api: url }),
  google_business: (url) => ({ signin: url, oauth: url, accounts: url, information: url }),
};

/**
 * The real adapters with the authorization server's address. A post on X is a question for the account behind the
 * token here: what is proven is the login, and with a dead token there is no post.
 */
export function platformsAt(url: string): NonNullable<Parts['platforms']> {
  return (id) => {
    const platform = platformById(id);
    const hosts = hostsAt[id]?.(url);
    if (!platform || !hosts) return undefined;
    const found: Platform = { ...platform, hosts };
    return id === 'twitter' ? { ...found, publish: askWho } : found;
  };
}

const askWho: Platform['publish'] = (at) =>
  at.step.repeat('who', async () => {
    const me = await platformById('twitter')?.auth.connect;
    if (me?.by !== 'oauth2') throw new Error('X is connected by OAuth');
    const { call, hosts, credentials } = at;
    const [found] = await me.discover({ call, hosts, credentials, now: at.now() });
    return { id: String(found?.externalId), url: null };
  });
