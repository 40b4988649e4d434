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
import { fastClock } from './start-node.ts';

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

/** A day in the middle of a month that lies ahead. */
const ahead = (day: number) => `${new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 7)}-${day}`;
const momentOf = (date: string, clock: string) =>
  Temporal.PlainDateTime.from(`${date}T${clock}`).toZonedDateTime('Europe/Berlin').epochMilliseconds;

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
    app = await startDashboard({ setUp: false, env: fastClock(20) });
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

  const pickAccount = (id: PlatformId, name: string) =>
    page.getByRole('checkbox', { name: `${names[id]}, ${name}`, exact: true });
  const planFor = async (date: string, typed: string) => {
    await page.getByText(compose.planAt, { exact: true }).click();
    await page.getByRole('textbox', { name: compose.date }).fill(date.split('-').reverse().join('.'));
    await page.getByRole('spinbutton', { name: compose.hours }).focus();
    await page.keyboard.type(typed);
    await press(compose.schedule);
  };
  const publishNow = async (accounts: readonly string[] = []) => {
    await page.getByRole('radiogroup', { name: compose.plan }).getByText(compose.planNow).click();
    await press(compose.publishNow);
    const dialog = page.getByRole('dialog', { name: compose.confirmTitle });
    for (const name of accounts) await dialog.getByText(name, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: compose.confirmYes }).click();
    await page.waitForURL(/\/posts\/[\w-]{36}$/);
  };

  // keeps: pages.journey
  test('the one-time link makes the owner', async () => {
    await page.goto(`/setup/${app.first?.setupToken}`);
    await page.getByLabel(auth.name, { exact: true }).fill(anna.name);
    await page.getByLabel(auth.email, { exact: true }).fill(anna.email);
    await page.getByLabel(auth.password, { exact: true }).fill(anna.password);
    await press(auth.createAccount);
    await heading(home.title);
  });

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
    await page.getByRole('article', { name: 'brotdose.sandbox.test' }).waitFor();

    const mine = (await accountsNow()).filter(({ name }) => /brot/i.test(name));
    deepEqual(
      mine.map(({ platform, name }) => `${platform}: ${name}`).sort(),
      [
        ...platformIds.map((id) => `${id}: ${id === 'bluesky' ? 'brotzeit.sandbox.test' : 'brotzeit'}`),
        'bluesky: brotdose.sandbox.test',
        'google_business: brotzeit Filiale',
      ].sort(),
    );
    const search = page.getByRole('textbox', { name: general.searchAccounts });
    await search.fill('FILIALE');
    await page.getByRole('article', { name: 'Postbote Demo' }).first().waitFor({ state: 'detached' });
    await page.getByRole('article', { name: 'brotzeit Filiale' }).waitFor();
    equal(await page.getByRole('article').count(), 1);
    await search.fill('niemand');
    await page.getByText(general.noAccountFits).waitFor();
    await search.fill('');
    // A pin needs a board: one is chosen for all that come.
    const pins = page
      .getByRole('article', { name: 'brotzeit', exact: true })
      .filter({ hasText: 'Pinterest' });
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
    key = String(
      await dialog
        .getByText(/^pb_test_\w+$/)
        .first()
        .textContent(),
    );
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
    await sandbox.fault({
      platform: 'instagram',
      account: 'brotzeit',
      fault: 'slow_processing',
      seconds: 160,
    });
    const answer = await client.callTool({
      name: 'publish_now',
      arguments: { content: 'Vom Agenten', account_ids: ids, media_urls: [sandbox.sample('square.jpg')] },
    });
    equal(answer.isError, undefined, JSON.stringify(answer));
    await page.getByRole('link', { name: 'Vom Agenten' }).first().waitFor();
    await page.getByText(general.postStates.publishing, { exact: true }).first().waitFor();
    await page.getByText(general.postStates.published, { exact: true }).first().waitFor();
    equal(await page.locator('body[data-journey]').count(), 1);
    for (const platform of ['instagram', 'twitter']) {
      deepEqual(
        (await sandbox.posts(platform, 'brotzeit')).map(({ text }) => text),
        ['Vom Agenten'],
      );
    }
  });

  test('a carousel is written with a text of its own, a board and its section', async () => {
    await go(shell.compose);
    // Whoever has searched means what was found.
    const search = page.getByRole('textbox', { name: general.searchAccounts });
    await search.fill('brotdose');
    await press(compose.chooseAll);
    await page.getByText(compose.chosen(1)).waitFor();
    await search.fill('');
    await pickAccount('bluesky', 'brotdose.sandbox.test').click();
    for (const id of ['instagram', 'twitter', 'pinterest', 'google_business'] as const) {
      await pickAccount(id, 'brotzeit').click();
    }
    await page.getByRole('textbox', { name: compose.text, exact: true }).fill('Frisch aus dem Ofen');
    await page.getByRole('tab', { name: names.twitter, exact: true }).click();
    await page.getByRole('textbox', { name: compose.textFor(names.twitter) }).fill('Ofenfrisch');
    await page.getByRole('tab', { name: compose.allPlatforms }).click();
    await press(compose.addByUrl);
    for (const name of ['square.jpg', 'portrait.jpg']) {
      const address = page.getByRole('textbox', { name: compose.urlLabel });
      await address.fill(sandbox.sample(name));
      await address.press('Enter');
      await page.getByText(`· ${name}`).waitFor();
    }
    // Google shows one picture: it is said while writing, and the account is let go.
    const problems = page.getByTestId('problems');
    await problems.getByText(/Google.*Karussell/).waitFor();
    await pickAccount('google_business', 'brotzeit').click();
    await page.getByRole('button', { name: /^Pinterest · brotzeit/ }).click();
    await choose(page, 'Board', 'Rezepte');
    await choose(page, 'Abschnitt des Boards', 'Salate');
    await problems.getByText(compose.noProblems).waitFor();
    await planFor(ahead(12), '1530');
    await page.waitForURL(/\/posts\/[\w-]{36}$/);
    postId = page.url().split('/').at(-1) ?? '';
    equal((await read()).scheduledAt, momentOf(ahead(12), '15:30'));
  });

  test('it is drawn to another day with the mouse, and stays there', async () => {
    await go(shell.calendar);
    await heading(calendar.title);
    const day = (number: number) =>
      page.locator('td:not([data-muted])', {
        has: page.getByRole('button', { name: new RegExp(`^Tag ansehen: ${number}\\.`) }),
      });
    const entry = page.getByRole('button', { name: /15:30.*Frisch aus dem Ofen/ });
    // The month lies ahead: one or two leaves further.
    for (let leaves = 0; leaves < 3 && !page.url().includes(ahead(1).slice(0, 7)); leaves += 1) {
      const before = page.url();
      await press(calendar.after);
      await page.waitForURL((url) => url.href !== before);
    }
    await day(12).getByText('Frisch aus dem Ofen').waitFor();
    const from = await entry.boundingBox();
    const to = await day(20).boundingBox();
    ok(from && to);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
    await page.mouse.up();
    await day(20).getByText('Frisch aus dem Ofen').waitFor();
    await page.getByText(/^Verschoben auf/).waitFor();
    equal((await read()).scheduledAt, momentOf(ahead(20), '15:30'));
    await page.reload();
    await day(20).getByText('Frisch aus dem Ofen').waitFor();
  });

  test('one account fails and is sent again alone', async () => {
    await sandbox.fault({ platform: 'instagram', account: 'brotzeit', fault: 'rejected_media' });
    await page.getByRole('button', { name: /15:30.*Frisch aus dem Ofen/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: calendar.dialog.edit }).click();
    await publishNow();
    const card = (id: PlatformId) => page.getByRole('article', { name: `${names[id]}: brotzeit` });
    const reaches = (id: PlatformId, state: keyof typeof general.deliveryStates) =>
      card(id).getByRole('status').getByText(general.deliveryStates[state], { exact: true }).waitFor();
    await reaches('instagram', 'failed');
    await reaches('twitter', 'published');
    await reaches('pinterest', 'published');
    const sent = async (id: PlatformId) =>
      (await sandbox.posts(id, 'brotzeit')).filter(({ text }) => /ofen/i.test(text));
    equal((await sent('instagram')).length, 0);
    await card('instagram').getByText(general.platformSays(names.instagram)).first().waitFor();
    const [[tweet], [pin]] = [await sent('twitter'), await sent('pinterest')];
    ok(tweet && pin);

    equal(await card('twitter').getByRole('button', { name: postWords.retry }).count(), 0);
    await card('instagram').getByRole('button', { name: postWords.retry }).click();
    await reaches('instagram', 'published');
    equal((await sent('instagram')).length, 1);
    for (const one of [tweet, pin]) {
      deepEqual(
        (await sent(one.platform as PlatformId)).map(({ id }) => id),
        [one.id],
      );
    }
    deepEqual([tweet.text, tweet.media.length], ['Ofenfrisch', 2]);
    deepEqual([pin.text, pin.type], ['Frisch aus dem Ofen', 'carousel']);
    const account = (await accountsNow()).find(
      (one) => one.platform === 'pinterest' && one.name === 'brotzeit',
    );
    const choices = async (within = '') =>
      (await ask(`${inMode()}/accounts/${account?.id}/choices?${within}`)).choices;
    const idOf = (list: { value: string; label: string }[], label: string) =>
      list.find((one) => one.label === label)?.value;
    const board = idOf((await choices()).board_id, 'Rezepte');
    ok(board);
    const section = idOf((await choices(`within=${board}`)).board_section_id, 'Salate');
    deepEqual([pin.board, pin.section], [board, section]);
  });

  test('one location of two gets its own post', async () => {
    await go(shell.compose);
    await pickAccount('google_business', 'brotzeit Filiale').click();
    await page.getByRole('textbox', { name: compose.text, exact: true }).fill('Heute länger offen');
    await page.getByTestId('problems').getByText(compose.noProblems).waitFor();
    await publishNow(['Google Business · brotzeit Filiale']);
    const card = page.getByRole('article', { name: `${names.google_business}: brotzeit Filiale` });
    await card.getByRole('status').getByText(general.deliveryStates.published, { exact: true }).waitFor();
    const there = async (account: string) =>
      (await sandbox.posts('google_business', account)).map(({ text }) => text);
    deepEqual(await there('brotzeit-filiale'), ['Heute länger offen']);
    deepEqual(await there('brotzeit'), []);
  });

  // keeps: pages.keys
  test('the key is revoked, and the client is out at once', async () => {
    equal((await client.listTools()).tools.length > 0, true);
    await go(shell.keys);
    await press(keys.revokeOf('Mein Agent'));
    await page.getByRole('dialog').getByRole('button', { name: keys.revoke }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await rejects(client.callTool({ name: 'list_social_accounts', arguments: {} }), (error: Error) => {
      match(`${error} ${JSON.stringify(error)}`, /401/);
      return true;
    });
    await client.close();
    await opened.close();
  });
});
