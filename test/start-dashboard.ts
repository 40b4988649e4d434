import type { Browser as Chromium } from 'playwright-core';
import { inviteMember } from '../src/members/invite-member.ts';
import { type Browser, openBrowser } from './browser.ts';
import { buildDashboard } from './build-dashboard.ts';
import { launchChromium, type OpenPage, openPage, type PageOptions } from './chromium.ts';
import { startApp, type TestApp } from './start-app.ts';

export const anna = { name: 'Anna', email: 'anna@example.org', password: 'eine lange Parole' };

export interface Dashboard extends TestApp {
  readonly chromium: Chromium;
  /** Signed in as Anna, the owner: for whatever a test needs to find there. */
  readonly owner: Browser;
  /** Another member of the workspace, who came by an invitation. */
  join(name: string, role: 'editor' | 'viewer'): Promise<Browser>;
  /** Signed in as `as`, Anna unless told; `null` is nobody. `page.goto('/posts')` goes by path. */
  open(options?: PageOptions & { as?: Browser | null }): Promise<OpenPage>;
}

/**
 * The whole service with the real pages, and a browser. Under the name localhost, where a page counts as safe:
 * no passkey and no clipboard otherwise.
 */
export async function startDashboard(
  options: Parameters<typeof startApp>[0] & { setUp?: boolean } = {},
): Promise<Dashboard> {
  const { setUp = true, ...rest } = options;
  const app = await startApp({ ...rest, parts: { ...rest.parts, dashboard: buildDashboard() } });
  const url = app.url.replace('127.0.0.1', 'localhost');
  const owner = openBrowser(url);
  if (setUp) {
    const person = { ...anna, workspaceName: 'Bäckerei', timeZone: 'Europe/Berlin', language: 'de' };
    const { status, data } = await owner.post(`/api/setup/${app.first?.setupToken}`, person);
    if (status !== 200) throw new Error(`no owner: ${status} ${JSON.stringify(data)}`);
  }
  const chromium = await launchChromium();
  return {
    ...app,
    url,
    chromium,
    owner,
    async join(name, role) {
      const { token } = await inviteMember(app.app, null, { workspaceId: app.workspaceId, role });
      const member = openBrowser(url);
      const person = { name, email: `${name.toLowerCase()}@example.org`, password: anna.password };
      const { status } = await member.post(`/api/invitations/${token}`, person);
      if (status !== 200) throw new Error(`${name} could not join: ${status}`);
      return member;
    },
    async open({ as = owner, ...pageOptions } = {}) {
      const opened = await openPage(chromium, { baseURL: url, ...pageOptions });
      const cookies = [...(as?.cookies ?? [])].map(([name, value]) => ({ name, value, url }));
      await opened.page.context().addCookies(cookies);
      return opened;
    },
    async close() {
      await chromium.close();
      await app.close();
    },
  };
}
