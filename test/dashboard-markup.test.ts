import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { addFile } from './add-file.ts';
import type { OpenPage } from './chromium.ts';
import { type Dashboard, startDashboard } from './start-dashboard.ts';

/** Whoever renders this as markup asks for a picture that is not there and breaks the content policy: both are trouble. */
const hostile = (where: string) => `${where}"><img src=x onerror=alert(1)><script>alert(2)</script>`;

describe('every page of the dashboard', () => {
  let app: Dashboard;
  let opened: OpenPage;
  let postId: string;
  let invitation: string;
  before(async () => {
    app = await startDashboard();
    ({ postId, invitation } = await fillWithMarkup(app));
    opened = await app.open();
  });
  after(() => app.close());

  const visit = async (page: Page, path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  };

  /** Wide and light, narrow and dark; the page adapts without being loaded again. */
  const looks = async (page: Page, path: string) => {
    const found: string[] = [];
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      // The frame takes a moment to fold its navigation away.
      await page
        .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout: 5000 })
        .catch(() => undefined);
      const wide = await page.evaluate(() => {
        if (document.documentElement.scrollWidth <= innerWidth) return [];
        const out = [...document.querySelectorAll('main *')].filter(
          (one) => one.getBoundingClientRect().right > innerWidth,
        );
        return out.map((one) => one.outerHTML.slice(0, 200));
      });
      if (wide.length > 0) found.push(`${path} is too wide at ${width}: ${wide[0]}`);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      for (const { id, nodes } of violations) {
        for (const { html, failureSummary } of nodes) {
          found.push(`${path} ${width} ${colorScheme} ${id}: ${html}\n${failureSummary}`);
        }
      }
    }
    return found;
  };

  const pages: Record<string, readonly string[]> = {
    '/': ['post'],
    '/accounts': ['account'],
    '/accounts/connect/bluesky': [],
    '/keys': ['key'],
    '/apps': [],
    '/settings#workspace': [],
    '/settings#people': ['person', 'note'],
    '/settings#account': [],
    '/settings#data': ['workspace'],
  };
  for (const [path, texts] of Object.entries(pages)) {
    // keeps: pages.hostile, pages.access
    test(`${path} shows what people wrote as text, and axe finds nothing`, async () => {
      const { page, troubles } = opened;
      await visit(page, path);
      for (const text of texts) await page.getByText(hostile(text)).first().waitFor();
      equal(await page.locator('img[src="x"], body script').count(), 0);
      deepEqual(await looks(page, path), []);
      deepEqual(troubles.splice(0), []);
    });
  }

  test('the pages of posts run nothing of it either', async () => {
    const { page, troubles } = opened;
    const paths = ['/posts', `/posts/${postId}`, `/compose/${postId}`, '/compose', '/calendar', '/analytics'];
    for (const path of paths) {
      await page.goto(path);
      await page.locator('#content').waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      equal(await page.locator('img[src="x"], body script').count(), 0, path);
      deepEqual(troubles.splice(0), [], path);
    }
  });

  test('so do the pages for people who are not signed in', async () => {
    const outside = await app.open({ as: null, language: 'en' });
    const found: string[] = [];
    for (const path of ['/sign-in', '/setup/gone', '/reset/gone', `/invite/${invitation}`, '/nowhere']) {
      await visit(outside.page, path);
      found.push(...(await looks(outside.page, path)));
    }
    deepEqual(found, []);
    await visit(outside.page, `/invite/${invitation}`);
    ok(await outside.page.getByText(hostile('workspace')).isVisible());
    await outside.close();
  });
});

async function fillWithMarkup(app: Dashboard) {
  const { owner, workspaceId } = app;
  const inWorkspace = `/api/w/${workspaceId}`;
  const done = async (reply: ReturnType<typeof owner.post>) => {
    const { status, data } = await reply;
    equal(status, 200, JSON.stringify(data));
    return data;
  };
  await done(owner.post('/api/auth/update-user', { name: hostile('person') }));
  const settings = { name: hostile('workspace'), timeZone: 'Europe/Berlin', language: 'de' };
  await done(owner.send('PATCH', `${inWorkspace}/settings`, settings));
  await done(owner.post(`${inWorkspace}/keys`, { name: hostile('key'), mode: 'test' }));
  const note = { role: 'viewer', note: hostile('note') };
  const { url } = await done(owner.post(`${inWorkspace}/invitations`, note));
  // A platform tells the names of its accounts.
  await sql`update accounts set name = ${hostile('account')}, username = ${hostile('username')}`.execute(
    app.app.db.query,
  );
  const { accounts } = await done(owner.get(`${inWorkspace}/test/accounts`));
  const picture = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const file = await addFile(app.app, workspaceId, `${hostile('file')}.png`, picture);
  const postId = randomUUID();
  const account = accounts.find((one: { platform: string }) => one.platform === 'bluesky');
  const composition = {
    text: hostile('post'),
    accountIds: [account.id],
    media: [{ url: file.url, kind: 'image', alt: hostile('alt') }],
  };
  const plan = { kind: 'at', at: Date.now() + 3_600_000 };
  await done(owner.send('PUT', `${inWorkspace}/test/posts/${postId}`, { revision: null, composition, plan }));
  return { postId, invitation: String(url).split('/').at(-1) ?? '' };
}
