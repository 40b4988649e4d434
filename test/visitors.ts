import type { IncomingMessage } from 'node:http';
import { createSessions } from '../src/web/auth/sessions.ts';
import { type Browser, openBrowser } from './browser.ts';
import type { TestApp } from './start-app.ts';

/** Where the library of sign-ins answers. */
export const at = (path: string) => `/api/auth${path}`;
export const newAnna = { name: 'Anna', email: 'anna@example.org', password: 'eine lange Parole' };
export const newBert = { name: 'Bert', email: 'bert@example.org', password: 'noch eine Parole' };

export const asked = (one: Browser) => ({ headers: { cookie: one.cookie() } }) as IncomingMessage;

/** People before our door, which must trust a proxy: each comes from an address of its own. */
export interface Visitors {
  /** Limits are counted per address. */
  browser(): Browser;
  /** Of the browser that was opened last. */
  lastAddress(): string;
  who(one: Browser): ReturnType<ReturnType<typeof createSessions>['readSession']>;
  signIn(
    user: { email: string; password: string },
    from?: Browser,
  ): Promise<{ from: Browser } & Pick<Awaited<ReturnType<Browser['post']>>, 'status' | 'data'>>;
}

export function bringVisitors({ app, url }: TestApp): Visitors {
  let addresses = 0;
  const lastAddress = () => `203.0.113.${addresses}`;
  const browser = () => {
    addresses += 1;
    return openBrowser(url, { always: { 'x-forwarded-for': lastAddress() } });
  };
  return {
    browser,
    lastAddress,
    who: (one) => createSessions(app).readSession(asked(one)),
    async signIn({ email, password }, from = browser()) {
      const { status, data } = await from.post(at('/sign-in/email'), { email, password });
      return { from, status, data };
    },
  };
}
