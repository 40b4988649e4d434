import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Locator, Page } from 'playwright-core';
import { de } from '../dashboard/src/words/de/index.ts';
import type { PostView } from '../src/contract/api/posts.ts';
import { type PlatformId, platformIds } from '../src/contract/platform-ids.ts';
import type { OpenPage } from './chromium.ts';
import { controlSandbox, type SandboxControl } from './sandbox-control.ts';
import { anna, type Dashboard, startDashboard } from './start-dashboard.ts';

const { accounts: words, auth, calendar, compose, general, home, keys, post: postWords, shell } = de;
const names: Record<PlatformId, string> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitter: 'X',
  linkedin: 'LinkedIn',
  facebook: 'Facebook',
  pinterest: 'Pinterest',
  threads: 'Threads',
  bluesky: 'Bluesky',
  google_business: 'Google Business',
};

/** Logins that reach more than one account, and what of it is not wanted. */
const unwanted: Partial<Record<PlatformId, readonly RegExp[]>> = {
  linkedin: [/Studio/],
  facebook: [/Postbote Demo/],
  google_business: [],
};

async function choose(where: Page | Locator, label: string, option: string): Promise<void> {
  const field = where.getByRole('combobox', { name: label });
  await field.click();
  await field.page().getByRole('option', { name: option, exact: true }).click();
}

/** One person's way through the whole product, in one browser window, from the first link to the last key. */
describe('the whole journey, in a browser', { timeout: 300_000 }, () => {
  let app: Dashboard;
  let opened: OpenPage;
  let page: Page;
  let sandbox: SandboxControl;
  let client: Client;
  let key: string;
  let postId: string;
  before(async () => {
    app = await startDashboard({ setUp: false });
    sandbox = controlSandbox(app);
    opened = await app.open({ as: null });
    page = opened.page;
  });
  after(() => app.close());

  const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const ask = (path: string) => page.evaluate(async (at) => (await fetch(at)).json(), path);
  const inMode = () => `/api/w/${app.workspaceId}/test`;
  const read = (): Promise<PostView> => ask(`${inMode()}/posts/${postId}`);
  const accountsNow = async (): Promise<
    { id: string; platform: PlatformId; name: string; username: string }[]
  > => (await ask(`${inMode()}/accounts`)).accounts;

  test('the one-time link makes the owner', async () => {
    await page.goto(`/setup/${app.first?.setupToken}`);
    await page.getByLabel(auth.name, { exact: true }).fill(anna.name);
    await page.getByLabel(auth.email, { exact: true }).fill(anna.email);
    await page.getByLabel(auth.password, { exact: true }).fill(anna.password);
    await press(auth.createAccount);
    await heading(home.title);
  });

  // keeps: pages.journey
  test('all ten platforms are connected through their own login pages', async () => {
    const connected = async (name: string) => {
      await page.getByRole('status').getByText(words.connected(name)).waitFor();
    };
    const begin = async (id: PlatformId) => {
      await press(words.connect);
      await page.getByRole('menuitem', { name: names[id], exact: true }).click();
      await heading(words.connectTo(names[id]));
    };
    await go(shell.accounts);
    for (const id of platformIds) {
      const name = names[id];
      await begin(id);
      await press(words.goTo(name));
      await page.getByRole('heading', { name: /use your account/ }).waitFor();
      await page.getByRole('radio', { name: /Somebody new/ }).check();
      await page.getByLabel('Name of the new account').fill('brotzeit');
      await page.getByRole('button', { name: 'Allow' }).click();
      const left = unwanted[id];
      if (left) {
        for (const other of left) await page.getByRole('checkbox', { name: other }).uncheck();
        await page.getByRole('button', { name: 'Verbinden' }).click();
      }
      await connected(name);
    }
    // Bluesky's other way in, with a password made for this app.
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ platform: 'bluesky', username: 'brotdose', name: 'Brotdose' });
    const made = await fetch(`${app.sandboxUrl}/api/accounts`, { method: 'POST', headers, body });
    const { extra } = ((await made.json()) as { credentials: { extra: Record<string, string> } }).credentials;
    await begin('bluesky');
    await page.getByLabel(words.fields.identifier, { exact: true }).fill(extra.identifier ?? '');
    await page.getByLabel(words.fields.appPassword, { exact: true }).fill(extra.appPassword ?? '');
    await press(words.connectNow);
    await page.getByRole('article', { name: 'Brotdose' }).waitFor();

    const mine = (await accountsNow()).filter(({ name }) => /brot/i.test(name));
    deepEqual(
      mine.map(({ platform, name }) => `${platform}: ${name}`).sort(),
      [
        ...platformIds.map((id) => `${id}: ${id === 'bluesky' ? 'brotzeit.sandbox.test' : 'brotzeit'}`),
        'bluesky: Brotdose',
        'google_business: brotzeit Filiale',
      ].sort(),
    );
    // A pin needs a board: one is chosen for all that come.
    const pins = page.getByRole('article', { name: 'brotzeit', exact: true }).filter({ hasText: 'Pinterest' });
    await pins.getByText(words.missing('Board')).waitFor();
    await pins.getByRole('button', { name: words.defaultsOf('brotzeit') }).click();
    await choose(page.getByRole('dialog'), 'Board', 'Ideen');
    await page.getByRole('dialog').getByRole('button', { name: general.save }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await pins.getByText(words.missing('Board')).waitFor({ state: 'detached' });
  });

  test('a client posts with a key from the page, and the page sees it happen', async () => {
    await go(shell.keys);
    await press(keys.create);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: keys.name }).fill('Mein Agent');
    await dialog.getByRole('button', { name: keys.create }).click();
    key = String(await dialog.getByText(/^pb_test_\w+$/).first().textContent());
    await dialog.getByRole('button', { name: keys.done }).click();
    client = new Client({ name: 'journey', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp/${key}`)));

    await go(shell.home);
    await heading(home.title);
    await page.evaluate(() => document.body.setAttribute('data-journey', 'not loaded again'));
    const ids = (await accountsNow())
      .filter(({ platform, name }) => ['instagram', 'twitter'].includes(platform) && name === 'brotzeit')
      .map(({ id }) => id);
    // Instagram takes its time with the picture, so that there is something to see.
    await sandbox.fault({ platform: 'instagram', account: 'brotzeit', fault: 'slow_processing', seconds: 3 });
    const answer = await client.callTool({
      name: 'publish_now',
      arguments: { content: 'Vom Agenten', account_ids: ids, media_urls: [sandbox.sample('square.jpg')] },
    });
    equal(answer.isError, undefined, JSON.stringify(answer));
    const line = page
      .locator('section', { has: page.getByRole('heading', { name: home.recent }) })
      .locator('div', { has: page.getByRole('link', { name: 'Vom Agenten' }) })
      .last();
    const line_ = page.getByRole('link', { name: 'Vom Agenten' }).first();
    await line_.waitFor();
    await page.getByText(general.postStates.publishing, { exact: true }).first().waitFor();
    await page.getByText(general.postStates.published, { exact: true }).first().waitFor();
    equal(await page.locator('body[data-journey]').count(), 1);
    for (const platform of ['instagram', 'twitter']) {
      deepEqual((await sandbox.posts(platform, 'brotzeit')).map(({ text }) => text), ['Vom Agenten']);
    }
  });
});
