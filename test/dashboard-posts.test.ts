import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { PostView } from '../src/contract/api/posts.ts';
import type { Browser } from './browser.ts';
import type { PageOptions } from './chromium.ts';
import { addPublishedPosts, addPublishingAccount } from './fill-app.ts';
import { controlSandbox } from './sandbox-control.ts';
import { type Dashboard, startDashboard } from './start-dashboard.ts';
import { fastClock } from './start-node.ts';

const dayMs = 24 * 60 * 60 * 1000;
const many = 10_000;

describe('posts, calendar and numbers', { timeout: 300_000 }, () => {
  let app: Dashboard;
  let owner: Browser;
  let viewer: Browser;
  const inMode = () => `/api/w/${app.workspaceId}/test`;
  const read = async (id: string): Promise<PostView> => (await owner.get(`${inMode()}/posts/${id}`)).data;

  before(async () => {
    app = await startDashboard({ env: fastClock(40) });
    owner = app.owner;
    viewer = await app.join('Vera', 'viewer');
  });
  after(() => app.close());

  async function open(path: string, options: PageOptions & { as?: Browser } = {}) {
    // Nobody's own clock counts, only the workspace's.
    const opened = await app.open({ timezoneId: 'Pacific/Auckland', ...options });
    await opened.page.goto(path);
    return opened;
  }
  async function save(text: string, plan: object, accountIds: string[] = [], media: object[] = []) {
    const id = randomUUID();
    const body = { revision: null, plan, composition: { text, accountIds, media } };
    const { status, data } = await owner.send('PUT', `${inMode()}/posts/${id}`, body);
    equal(status, 200, JSON.stringify(data));
    return id;
  }

  // keeps: pages.post
  test('one account fails before the eyes of the reader and is sent again alone; an unconfirmed one is settled', async () => {
    const sandbox = controlSandbox(app);
    const [instagram, bluesky, x] = await Promise.all(
      (['instagram', 'bluesky', 'twitter'] as const).map((platform) =>
        addPublishingAccount(app, app.workspaceId, platform),
      ),
    );
    ok(instagram && bluesky && x);
    const { username } = instagram;
    await sandbox.fault({ platform: 'instagram', account: username, fault: 'rejected_media' });
    await sandbox.fault({ platform: 'twitter', account: x.username, fault: 'lost_request' });
    const media = [{ url: sandbox.sample('square.jpg'), kind: 'image' }];
    const later = { kind: 'at', at: app.app.clock.now() + 30 * dayMs };
    const postId = await save('Vor aller Augen', later, [instagram.id, bluesky.id, x.id], media);

    const { page, close } = await open(`/posts/${postId}`);
    const card = (name: string) => page.getByRole('article', { name: new RegExp(name) });
    const state = (name: string, word: string) =>
      card(name).getByRole('status').getByText(word, { exact: true }).waitFor();
    await state(username, 'Ausstehend');
    const { revision } = await read(postId);
    const at = app.app.clock.now() + 100_000;
    equal((await owner.post(`${inMode()}/posts/${postId}/reschedule`, { revision, at })).status, 200);
    await state(username, 'Fehlgeschlagen');
    await card(username).getByText('Ein Medium passt nicht für Instagram').first().waitFor();
    await card(username).getByText('Instagram sagt:').first().waitFor();
    await state('Bluesky', 'Veröffentlicht');
    match(String(await card('Bluesky').getByRole('link').getAttribute('href')), /^https?:/);
    await card('Bluesky').getByText('Noch keine Zahlen').waitFor();

    await card(username).getByRole('button', { name: 'Erneut senden' }).click();
    await state(username, 'Veröffentlicht');
    equal((await sandbox.posts('instagram', username)).length, 1);
    equal((await sandbox.posts('bluesky', bluesky.username)).length, 1);
    await card(username).getByRole('button', { name: '2 Versuche' }).click();
    await card(username).getByText('image format').first().waitFor();

    await card('X:').getByText('ging verloren').first().waitFor();
    equal(await card('X:').getByText('ging verloren').filter({ visible: true }).count(), 1);
    deepEqual(
      await page.getByRole('article').evaluateAll((all) => all.map((one) => one.ariaLabel?.split(':')[0])),
      ['Instagram', 'X', 'Bluesky'],
    );
    const { id: pinterest } = await addPublishingAccount(app, app.workspaceId, 'pinterest');
    const homeless = await save('Ohne Board', later, [pinterest], media);
    await app.app.db.query
      .updateTable('deliveries')
      .set({ settings: '{}' })
      .where('post_id', '=', homeless)
      .execute();
    // Whoever may only look is led to look, not to decide.
    const looking = await open('/', { as: viewer });
    await looking.page.getByRole('link', { name: 'Ansehen', exact: true }).first().waitFor();
    await looking.page.getByText('Für Pinterest fehlt Board', { exact: true }).waitFor();
    equal(await looking.page.getByRole('link', { name: 'Entscheiden' }).count(), 0);
    await looking.close();
    const link = card('X:').getByLabel('Link zum Post');
    await link.fill('javascript:alert(1)');
    ok(await card('X:').getByRole('button', { name: 'Er ist da' }).isDisabled());
    await link.fill('https://x.com/me/status/1');
    await card('X:').getByRole('button', { name: 'Er ist da' }).click();
    await card('X:')
      .getByRole('link', { name: /ansehen/ })
      .waitFor();
    equal((await read(postId)).state, 'published');
    equal((await sandbox.posts('twitter', x.username)).length, 0);

    const [delivery] = (await read(postId)).deliveries.filter((one) => one.platform === 'bluesky');
    for (const [index, likes] of [1, 5, 9].entries()) {
      await app.app.db.query
        .insertInto('snapshots')
        .values({
          delivery_id: String(delivery?.id),
          taken_at: Date.now() + index * dayMs,
          likes,
          comments: 0,
          shares: 0,
          reach: 0,
        })
        .execute();
    }
    await page.reload();
    await card('Bluesky')
      .getByRole('img', { name: /Likes im Verlauf/ })
      .locator('svg')
      .first()
      .waitFor();
    await card('Bluesky').getByText('bietet nicht an: Reichweite').waitFor();

    // What waits for a person says until when.
    const farOff = { kind: 'at', at: app.app.clock.now() + 300 * dayMs };
    const held = await save('Wartet auf jemanden', farOff, [bluesky.id]);
    await owner.send('PATCH', `${inMode()}/accounts/${bluesky.id}`, { paused: true });
    await page.goto(`/posts/${held}`);
    await card('Bluesky').getByText('Wartet: Der Account ist pausiert').waitFor();
    await card('Bluesky')
      .getByText(/^Den Account bis \d+\. .*20\d\d, \d\d:\d\d fortsetzen/)
      .waitFor();
    equal(await card('Bluesky').getByText('Nächster Versuch').count(), 0);
    await owner.send('PATCH', `${inMode()}/accounts/${bluesky.id}`, { paused: false });
    await close();
  });

  // keeps: pages.calendar
  test('a post is moved by dragging and by keyboard, the move can be undone, and the past takes none', async () => {
    const zone = 'Europe/Berlin';
    const [account] = (await owner.get(`${inMode()}/accounts`)).data.accounts.filter(
      (one: { platform: string }) => one.platform === 'bluesky',
    );
    // In the middle of a month that lies ahead: every week of it is future.
    const ahead = new Date(Date.now() + 40 * dayMs);
    const month = ahead.toISOString().slice(0, 7);
    const wall = (day: number, clock: string) => Date.parse(`${month}-${day}T${clock}:00Z`);
    const offset = (at: number) => {
      const shown = new Date(at).toLocaleString('sv', { timeZone: zone });
      return Date.parse(`${shown.replace(' ', 'T')}Z`) - at;
    };
    const inZone = (day: number, clock: string) => wall(day, clock) - offset(wall(day, clock));
    const id = await save('Zu bewegen', { kind: 'at', at: inZone(12, '15:30') }, [account.id]);
    const draft = await save('Ein Entwurf', { kind: 'draft' }, [account.id]);
    const when = async () => (await read(id)).scheduledAt;
    const until = async (what: () => Promise<boolean>) => {
      for (let looks = 0; looks < 1200; looks += 1) {
        if (await what()) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('did not happen');
    };

    const { page, close } = await open(`/calendar?date=${month}-12`);
    const day = (number: number) =>
      page.locator('td:not([data-muted])', {
        has: page.getByRole('button', { name: new RegExp(`^Tag ansehen: ${number}\\.`) }),
      });
    const entry = page.getByRole('button', { name: /15:30.*Zu bewegen/ });
    await day(12).getByText('Zu bewegen').waitFor();
    await entry.dragTo(day(20), { targetPosition: { x: 60, y: 100 } });
    await day(20).getByText('Zu bewegen').waitFor();
    await until(async () => (await when()) === inZone(20, '15:30'));
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await day(12).getByText('Zu bewegen').waitFor();
    await until(async () => (await when()) === inZone(12, '15:30'));

    await entry.focus();
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Verschieben auf');
    await field.fill('2020-01-01T10:00');
    await page.keyboard.press('Enter');
    await page.getByText('schon vorbei').waitFor();
    await field.fill(`${month}-14T08:15`);
    await page.keyboard.press('Enter');
    await day(14).getByText('Zu bewegen').waitFor();
    await until(async () => (await when()) === inZone(14, '08:15'));

    // Somebody else was faster: it goes back to where it was, with the reason.
    await page.route('**/reschedule', (route) =>
      route.fulfill({ status: 409, json: { error: 'conflict', facts: { reason: 'changed' } } }),
    );
    await page
      .getByRole('button', { name: /Zu bewegen/ })
      .dragTo(day(22), { targetPosition: { x: 60, y: 100 } });
    await page.getByText('Jemand anderes hat das inzwischen geändert.').waitFor();
    await day(14).getByText('Zu bewegen').waitFor();
    await page.unroute('**/reschedule');

    await page
      .getByRole('button', { name: /Ein Entwurf/ })
      .dragTo(day(16), { targetPosition: { x: 60, y: 100 } });
    await until(async () => (await read(draft)).scheduledAt === inZone(16, '09:00'));

    await page.goto(`/calendar?view=week&date=${month}-14`);
    const hour = (at: number) => page.locator(`a[href="/compose?at=${at}"]`);
    // The neighbour within the same week, which ends on Sunday.
    const target = new Date(wall(14, '12:00')).getUTCDay() === 0 ? 13 : 15;
    await hour(inZone(target, '10:00')).waitFor();
    await page.getByRole('button', { name: /Zu bewegen/ }).dragTo(hour(inZone(target, '10:00')));
    await until(async () => (await when()) === inZone(target, '10:15'));
    await hour(inZone(target, '12:00')).focus();
    await page.keyboard.press('ArrowDown');
    equal(
      await page.evaluate(() => document.activeElement?.getAttribute('href')),
      `/compose?at=${inZone(target, '13:00')}`,
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/compose/);
    await close();

    const small = await open(`/calendar?view=month&date=${month}-12`, {
      language: 'en',
      phone: true,
      as: viewer,
    });
    const phone = small.page;
    await phone.getByRole('button', { name: /Zu bewegen/ }).click();
    await phone.getByText('Only those who may edit').waitFor();
    equal(await phone.getByRole('button', { name: 'Move' }).count(), 0);
    await small.close();
  });

  // keeps: pages.posts
  test('ten thousand posts scroll smoothly, are found by the address, and change together', async () => {
    const [account] = (await owner.get(`${inMode()}/accounts`)).data.accounts;
    await addPublishedPosts(app.app, app.workspaceId, account, many);
    const { page, close } = await open('/posts');
    const rows = page.locator('tbody tr[data-index]');
    await rows.first().waitFor();
    const dots = rows.first().getByRole('button', { name: /^Aktionen: / });
    await dots.press('Enter');
    await page.getByRole('menuitem', { name: 'Ansehen' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    ok(await dots.evaluate((button) => button === document.activeElement));
    for (const width of [1024, 1210]) {
      await page.setViewportSize({ width, height: 900 });
      const words = page.locator('[data-index="0"]').getByRole('link');
      await page.waitForFunction((wide) => (document.querySelector('tbody') !== null) === wide, width > 1200);
      const room = await words.evaluate((link) => link.closest('td, li')?.clientWidth ?? 0);
      ok(room > 250, `${room} pixels for the text at ${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await rows.first().waitFor();
    const size = () => page.evaluate(() => document.querySelectorAll('*').length);
    const before_ = await size();
    for (let far = 0; far < 12; far += 1) {
      await page.waitForFunction((seen) => {
        window.scrollTo(0, document.body.scrollHeight);
        const last = [...document.querySelectorAll('tr[data-index]')].at(-1);
        return Number(last?.getAttribute('data-index')) > seen;
      }, far * 80);
    }
    ok((await rows.count()) < 60, `${await rows.count()} rows`);
    ok((await size()) < before_ * 2, `${await size()} elements`);

    await page.goto(`/posts?states=published&search=Nummer+77`);
    await page.getByText('Archiv Nummer 770', { exact: true }).waitFor();
    equal(await page.getByText('Archiv Nummer 1', { exact: true }).count(), 0);
    equal(await page.getByLabel('Text suchen').inputValue(), 'Nummer 77');
    await page.getByLabel('Text suchen').fill('Nummer 770');
    await page.waitForURL(/search=Nummer(%20|\+)770/);
    await page.getByText('11 Posts').waitFor();

    // A view of the calendar is read to its end, however many answers that takes.
    const full = new Date(Date.now() - 2 * dayMs).toISOString().slice(0, 10);
    await page.goto(`/calendar?view=month&date=${full}`);
    await page.getByText('1436 weitere').first().waitFor();
    equal(await page.getByText(/^Es sind mehr als/).count(), 0);

    const drafts = await Promise.all(
      ['eins', 'zwei', 'drei'].map((one) => save(`Weg damit ${one}`, { kind: 'draft' })),
    );
    await page.goto(`/posts?states=draft&search=Weg`);
    await page.getByLabel('Alle geladenen auswählen').check();
    await page.getByRole('button', { name: 'Entwürfe löschen (3)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
    await page.getByText('Nichts gefunden').waitFor();
    for (const id of drafts) equal((await owner.get(`${inMode()}/posts/${id}`)).status, 404);

    // What happens elsewhere shows without a reload.
    await save('Weg und wieder da', { kind: 'draft' });
    await page.getByText('Weg und wieder da').waitFor();
    await close();

    const small = await open('/posts?search=Archiv', { language: 'en', phone: true, as: viewer });
    const phone = small.page;
    await phone.getByRole('listitem').first().waitFor();
    equal(await phone.getByRole('checkbox').count(), 0);
    await small.close();
  });

  // keeps: pages.live
  test('a live line that was refused is dialled again, and what was missed is read', async () => {
    let refusals = 1;
    const { page, close } = await app.open({ expected: /status of (502|404)/ });
    await page.route(/\/events$/, (route) =>
      refusals-- > 0 ? route.fulfill({ status: 502, body: 'Bad Gateway' }) : route.continue(),
    );
    await page.goto('/posts?states=draft&search=verpasst');
    await page.getByText('Keine Verbindung').waitFor();
    await page.getByText('Nichts gefunden').waitFor();
    // The frame reads who is there again, too; that this fails must not take the page away.
    await page.route(/\/api\/me$/, (route) => route.fulfill({ status: 404, body: '' }));
    const lost = page.waitForResponse((response) => response.url().endsWith('/api/me'));
    await save('Beinahe verpasst', { kind: 'draft' });
    await page.getByText('Beinahe verpasst').waitFor();
    await page.getByText('Keine Verbindung').waitFor({ state: 'detached' });
    equal((await lost).status(), 404);
    ok(await page.getByRole('heading', { name: 'Posts', level: 1 }).isVisible());
    ok(await page.getByText('Beinahe verpasst').isVisible());
    await close();
  });

  // keeps: pages.numbers
  test('numbers are shown as a chart and as a table, and can be taken along', async () => {
    const { page, close } = await open('/analytics');
    await page.getByRole('img', { name: /^Likes Tag für Tag/ }).waitFor();
    await page.getByRole('button', { name: 'Als Tabelle' }).press('Enter');
    equal(await page.getByRole('table').first().getByRole('row').count(), 31);
    await page.getByText('7 Tage', { exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll('table')[0]?.rows.length === 8);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV herunterladen' }).click(),
    ]);
    equal(file.suggestedFilename(), 'postbote-test-7-days.csv');
    await page.getByText('nicht angeboten').first().waitFor();
    await close();
  });
});
