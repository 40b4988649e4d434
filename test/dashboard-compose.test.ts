import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { PostView } from '../src/contract/api/posts.ts';
import { endings } from '../src/media/file-types.ts';
import type { Browser } from './browser.ts';
import type { PageOptions } from './chromium.ts';
import { type Dashboard, startDashboard } from './start-dashboard.ts';

describe('the composer', { timeout: 300_000 }, () => {
  let app: Dashboard;
  let anna: Browser;
  let ben: Browser;
  let viewer: Browser;
  let accounts: { id: string; platform: string }[];
  const inMode = () => `/api/w/${app.workspaceId}/test`;
  const read = async (id: string): Promise<PostView> => (await anna.get(`${inMode()}/posts/${id}`)).data;

  before(async () => {
    app = await startDashboard();
    anna = app.owner;
    ben = await app.join('Ben', 'editor');
    viewer = await app.join('Vera', 'viewer');
    accounts = (await anna.get(`${inMode()}/accounts`)).data.accounts;
  });
  after(() => app.close());

  async function open(path: string, options: PageOptions & { as?: Browser } = {}) {
    const opened = await app.open({ viewport: { width: 1360, height: 900 }, ...options });
    await opened.page.goto(path);
    return opened;
  }
  const idOf = (page: Page) => page.url().split('/').at(-1)?.split('?')[0] ?? '';
  const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
  const account = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name},`) });
  const saved = (page: Page) => page.locator('[data-phase=saved]').waitFor();
  /** A draft of Anna's with this text, for the X account. */
  async function makePost(content: string, plan: object = { kind: 'draft' }, platform = 'twitter') {
    const id = crypto.randomUUID();
    const accountIds = accounts.filter((one) => one.platform === platform).map((one) => one.id);
    const body = { revision: null, plan, composition: { text: content, accountIds, media: [] } };
    equal((await anna.send('PUT', `${inMode()}/posts/${id}`, body)).status, 200);
    return id;
  }
  const saveAs = async (who: Browser, id: string, content: string) => {
    const { revision, composition } = await read(id);
    const body = { revision, plan: { kind: 'draft' }, composition: { ...composition, text: content } };
    equal((await who.send('PUT', `${inMode()}/posts/${id}`, body)).status, 200);
  };

  // keeps: compose.journey, compose.counts, compose.never-lost
  test('writes, previews, checks and plans a post, in German and by keyboard', async () => {
    const { page, close } = await open('/compose');
    await text(page).waitFor();
    await account(page, 'X').focus();
    await page.keyboard.press('Space');
    await account(page, 'Pinterest').click();
    await text(page).focus();
    await page.keyboard.type('Grüße 👩‍👩‍👧‍👦 https://example.org/lang/genug');
    const counter = page.getByTitle(/^X: /);
    await counter.waitFor();
    // Six letters, a blank, an emoji that counts two, a blank, a link that counts 23.
    equal(await counter.getAttribute('title'), 'X: 32 von 280');
    await page.getByText('Pinterest unterstützt keine Posts vom Typ Text').waitFor();
    await saved(page);
    const id = idOf(page);
    match((await read(id)).composition.text, /^Grüße/);

    // A text of its own for one platform; the other keeps the common one.
    await page.getByRole('tab', { name: 'X' }).click();
    await page.getByRole('textbox', { name: 'Text für X' }).fill('Kurz');
    await page.getByRole('region', { name: 'Vorschau X' }).getByText('Kurz').waitFor();
    await page.getByRole('tab', { name: 'Alle' }).click();
    await page.getByRole('button', { name: 'Per Adresse' }).click();
    const address = page.getByRole('textbox', { name: 'Adresse eines Bildes oder Videos' });
    await address.fill('nichts');
    await address.press('Enter');
    await page.getByText('Das ist keine http(s)-Adresse.').waitFor();
    for (const name of ['square.jpg', 'portrait.jpg']) {
      await address.fill(`${app.sandboxUrl}/media/${name}`);
      await address.press('Enter');
      await page.getByText(`· ${name}`).waitFor();
    }
    await page.getByRole('button', { name: 'Medium 2 nach vorn' }).click();
    await page.getByRole('textbox', { name: 'Bildbeschreibung 1' }).fill('Ein Briefkasten');
    await page.getByTestId('problems').getByText('Alles bereit').waitFor();

    // The board is asked of the platform; the default is only a placeholder.
    await page.getByRole('button', { name: /^Pinterest · / }).click();
    await page.getByRole('textbox', { name: 'Titel' }).fill('Mein Pin');
    await saved(page);
    await page.reload();
    await text(page).waitFor();
    const kept = await read(id);
    deepEqual(
      kept.composition.media.map(({ url, alt }) => [url.split('/').at(-1), alt]),
      [
        ['portrait.jpg', 'Ein Briefkasten'],
        ['square.jpg', ''],
      ],
    );
    deepEqual(kept.composition.texts, { twitter: 'Kurz' });
    const pin = accounts.find((one) => one.platform === 'pinterest')?.id ?? '';
    equal(kept.composition.settings[pin]?.title, 'Mein Pin');
    equal(await page.getByRole('textbox', { name: 'Bildbeschreibung 1' }).inputValue(), 'Ein Briefkasten');

    // Winter in Berlin is an hour ahead of UTC.
    await page.getByText('Zeitpunkt', { exact: true }).click();
    const year = new Date().getFullYear() + 1;
    await page.getByRole('textbox', { name: 'Datum' }).fill(`24.12.${year}`);
    await page.getByRole('spinbutton', { name: 'Stunden' }).focus();
    await page.keyboard.type('1830');
    await page.getByText(`17:30 UTC · Europe/Berlin`).waitFor();
    await page.getByRole('button', { name: 'Planen' }).click();
    await page.waitForURL(`**/posts/${id}`);
    const planned = await read(id);
    deepEqual([planned.state, planned.scheduledAt], ['scheduled', Date.UTC(year, 11, 24, 17, 30)]);
    await close();
  });

  // keeps: compose.journey
  test('publishes at once after naming the accounts, and says what is missing before', async () => {
    const { page, close } = await open('/compose', { language: 'en' });
    await page.getByText('Now', { exact: true }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByTestId('problems').getByText('No account is chosen yet').waitFor();
    ok(await page.getByTestId('problems').evaluate((panel) => panel === document.activeElement));
    await account(page, 'YouTube').click();
    await text(page).fill('No film yet');
    await page.getByTestId('problems').getByText('Possible here: Video.').waitFor();
    await account(page, 'YouTube').click();
    await account(page, 'Bluesky').click();
    await text(page).fill('x'.repeat(301));
    await page.getByText('301 / 300 · 1 too many').waitFor();
    await page.getByTestId('problems').getByText('The text is too long for Bluesky').waitFor();
    await text(page).fill('Straight away');
    await page.getByTestId('problems').getByText('All set').waitFor();
    await page.getByRole('button', { name: 'Publish now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish now?' });
    await dialog.getByText(/^Bluesky · /).waitFor();
    const id = idOf(page);
    await dialog.getByRole('button', { name: 'Yes, publish' }).click();
    await page.waitForURL(`**/posts/${id}`);
    equal((await app.ended(id)).status, 'published');
    await page.goto(`/compose/${id}`);
    await page.getByText('This post can no longer be changed').waitFor();
    ok(!(await text(page).isEditable()));
    await close();
  });

  // keeps: compose.never-lost
  test('keeps what was typed without a line, and a planned post’s changes until they are saved', async () => {
    const draft = await makePost('Am Anfang');
    const expected = /ERR_INTERNET_DISCONNECTED|status of 403|a dialog: beforeunload/;
    const { page, close } = await open(`/compose/${draft}`, { expected });
    await text(page).waitFor();
    await page.context().setOffline(true);
    await text(page).fill('Ohne Leitung getippt');
    await page.locator('[data-phase=offline]').waitFor();
    await page.context().setOffline(false);
    await saved(page);
    equal((await read(draft)).composition.text, 'Ohne Leitung getippt');
    // What the server refuses is told with its reason and with what helps.
    let allowed = false;
    await page.route(`**/posts/${draft}`, (route) =>
      allowed || route.request().method() !== 'PUT'
        ? route.fallback()
        : route.fulfill({ status: 403, json: { error: 'forbidden' } }),
    );
    await text(page).fill('Ohne Rolle getippt');
    const refusal = page.getByRole('alert').filter({ hasText: 'Dafür reicht deine Rolle nicht' });
    await refusal.getByText('Einen Inhaber des Arbeitsbereichs fragen.').waitFor();
    allowed = true;
    await text(page).fill('Mit Rolle getippt');
    await saved(page);

    const at = Date.now() + 7 * 24 * 3600_000;
    const planned = await makePost('Geplant', { kind: 'at', at });
    await page.goto(`/compose/${planned}`);
    await text(page).fill('Geplant und geändert');
    await page.getByText('in diesem Browser aufbewahrt').waitFor();
    await page.reload();
    await page.getByText(/Ungespeicherte Änderungen von .* wiederhergestellt/).waitFor();
    equal(await text(page).inputValue(), 'Geplant und geändert');
    equal((await read(planned)).composition.text, 'Geplant');
    await page.getByRole('button', { name: 'Änderungen speichern' }).click();
    await page.waitForURL(`**/posts/${planned}`);
    const now = await read(planned);
    deepEqual([now.composition.text, now.scheduledAt], ['Geplant und geändert', at]);
    await close();
  });

  // keeps: compose.never-overwritten
  test('tells two people who edit the same post, and overwrites nothing', async () => {
    const id = await makePost('Von Anna');
    const { page, close } = await open(`/compose/${id}`, { expected: /ERR_INTERNET_DISCONNECTED/ });
    await text(page).waitFor();
    await saveAs(ben, id, 'Von Ben');
    await page.getByText('Ben hat diesen Post geändert. Du siehst die neue Fassung.').waitFor();
    equal(await text(page).inputValue(), 'Von Ben');

    await page.context().setOffline(true);
    await text(page).fill('Von Anna, unterwegs');
    await page.locator('[data-phase=offline]').waitFor();
    await saveAs(ben, id, 'Wieder Ben');
    await page.context().setOffline(false);
    await page.getByRole('alert').getByText('Ben hat diesen Post geändert').waitFor();
    equal((await read(id)).composition.text, 'Wieder Ben');
    await page.getByRole('button', { name: 'Meine als Kopie behalten' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await saved(page);
    equal((await read(idOf(page))).composition.text, 'Von Anna, unterwegs');
    equal((await read(id)).composition.text, 'Wieder Ben');
    await close();
  });

  // keeps: compose.uploads
  test('uploads what is chosen or pasted, in order, takes a broken line up again, and tries again what failed', async () => {
    const { page, close } = await open('/compose', { expected: /ERR_CONNECTION_RESET/ });
    await text(page).waitFor();
    const sample = async (name: string) =>
      Buffer.from(await (await fetch(`${app.sandboxUrl}/media/${name}`)).arrayBuffer());
    const square = { name: 'square.jpg', mimeType: 'image/jpeg', buffer: await sample('square.jpg') };
    const portrait = { name: 'portrait.jpg', mimeType: 'image/jpeg', buffer: await sample('portrait.jpg') };
    const fake = { name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') };
    let cuts = 1;
    await page.route(/\/uploads\//, (route) =>
      route.request().method() === 'PATCH' && cuts-- > 0 ? route.abort('connectionreset') : route.continue(),
    );
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Dateien wählen' }).click();
    const chooser = await chosen;
    // Named one by one: an iPhone then hands over JPEG instead of HEIC.
    equal(await chooser.element().getAttribute('accept'), Object.keys(endings).join(','));
    await chooser.setFiles([fake, square, portrait]);
    await page.getByText(/Nicht hochgeladen: /).waitFor();
    await page.getByText('Bild 2 · portrait.jpg').waitFor();
    await page.getByRole('button', { name: 'fake.jpg erneut hochladen' }).click();
    await page.getByText(/Nicht hochgeladen: /).waitFor();
    await page.getByRole('button', { name: 'Hochladen von fake.jpg abbrechen' }).click();
    await text(page).evaluate(
      (field, bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'pasted.jpg', { type: 'image/jpeg' }));
        field.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      },
      [...square.buffer],
    );
    await page.getByText('Bild 3 · pasted.jpg').waitFor();
    await saved(page);
    const { media } = (await read(idOf(page))).composition;
    deepEqual(
      media.map(({ url }) => url.split('/').at(-1)),
      ['square.jpg', 'portrait.jpg', 'pasted.jpg'],
    );
    for (const { url } of media) equal((await fetch(url)).headers.get('content-type'), 'image/jpeg');
    await close();
  });

  test('can be read by everyone: at a phone’s width, with a viewer’s eyes', async () => {
    const id = await makePost('Schön zu lesen https://example.org #Tag');
    const small = await open(`/compose/${id}`, { viewport: { width: 390, height: 900 } });
    const phone = small.page;
    await phone.getByText('Vorschau', { exact: true }).first().click();
    await phone.getByRole('region', { name: 'Vorschau X' }).waitFor();
    ok(!(await text(phone).isVisible()));
    const wider = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    equal(wider, 0);
    await small.close();

    const seen = await open(`/compose/${id}`, { as: viewer });
    const looking = seen.page;
    await looking.getByText('Du kannst diesen Post ansehen.').waitFor();
    ok(!(await text(looking).isEditable()));
    equal(await looking.getByRole('button', { name: 'Einreihen' }).count(), 0);
    await looking.goto(`/compose/${crypto.randomUUID()}`);
    await looking.getByText('Diesen Post gibt es nicht (mehr).').waitFor();
    await seen.close();
  });
});
