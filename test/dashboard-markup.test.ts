import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { de } from '../dashboard/src/words/de/index.ts';
import { en } from '../dashboard/src/words/en/index.ts';
import type { Words } from '../dashboard/src/words/words.ts';
import type { OpenPage } from './chromium.ts';
import { type Filled, fillWithMarkup, hostile } from './fill-with-markup.ts';
import { axeFaults, lookAt, wideFaults } from './page-faults.ts';
import { anna, type Dashboard, startDashboard } from './start-dashboard.ts';

type Step = (page: Page, t: Words) => Promise<unknown>;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** The editor with everything open that it can show. */
const openEditor: Step = async (page, t) => {
  await press(page, t.compose.chooseAll);
  await press(page, /^Pinterest · /);
  await press(page, /^YouTube · /);
  await page.getByText(t.compose.planAt, { exact: true }).click();
  await page
    .getByTestId('problems')
    .getByText(/YouTube/)
    .waitFor();
  await page.getByRole('spinbutton').first().waitFor();
  await page.getByRole('combobox', { name: /^Board/ }).waitFor();
  // Who leaves before that is asked by the browser.
  await page.locator('[data-phase=saved]').waitFor();
};
const previewed: Step = (page) => page.getByRole('region', { name: /Google/ }).waitFor();

interface Visit {
  readonly path: (filled: Filled) => string;
  /** Whose text stands there. */
  readonly texts?: readonly string[];
  readonly wide?: readonly Step[];
}
const at = (path: string, ...texts: string[]): Visit => ({ path: () => path, texts });

const pages: Record<string, Visit> = {
  home: at('/', 'post', 'trouble'),
  posts: at('/posts', 'post', 'trouble', 'draft'),
  'a post that is planned': { path: ({ planned }) => `/posts/${planned}`, texts: ['post', 'account'] },
  'a post in trouble': { path: ({ troubled }) => `/posts/${troubled}`, texts: ['trouble', 'raw'] },
  'the editor': at('/compose'),
  'the editor with a post': {
    path: ({ draft }) => `/compose/${draft}`,
    texts: ['draft', 'account'],
    wide: [openEditor, previewed],
  },
  'the month': { path: ({ plannedDay }) => `/calendar?view=month&date=${plannedDay}`, texts: ['post'] },
  'the week': at('/calendar?view=week'),
  'the day': at('/calendar?view=day'),
  numbers: at('/analytics', 'trouble'),
  accounts: at('/accounts', 'account'),
  'connecting Bluesky': at('/accounts/connect/bluesky'),
  'connecting Instagram': at('/accounts/connect/instagram'),
  keys: at('/keys', 'key'),
  apps: at('/apps', 'client'),
  'the workspace': at('/settings#workspace'),
  people: at('/settings#people', 'person', 'note'),
  'one’s own account': at('/settings#account'),
  data: at('/settings#data', 'workspace'),
};

const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name }).first().click();

/** What a step says that opens nothing over the page. */
const inThePage = 'in the page';

const film = { name: hostile('film.mp4'), mimeType: 'video/mp4', buffer: Buffer.alloc(1000) };

/** What opens over a page, by page, or is asked within it; Escape leads back from each to the next. */
const dialogs: Record<string, readonly [path: Visit['path'], Record<string, Step>]> = {
  home: [
    () => '/',
    {
      'pausing everything': (page, t) => press(page, t.home.pause),
      'the menu of a person': async (page, t) => {
        await press(page, t.shell.account);
        await page.getByRole('menuitemradio', { name: 'English', checked: t === en }).waitFor();
      },
    },
  ],
  posts: [
    () => '/posts?states=draft,published,partially_published,failed',
    {
      'deleting posts': async (page, t) => {
        await page
          .getByLabel(t.posts.select(hostile('draft')))
          .first()
          .check();
        await press(page, t.posts.bulkActions.delete(1));
      },
      'the menu of a post': (page, t) => press(page, t.posts.actionsOf('trouble')),
      'settling what nobody knows': async (page, t) => {
        await press(page, t.posts.actionsOf('trouble'));
        await page.getByRole('menuitem', { name: t.posts.settle }).click();
        await page.getByRole('dialog').getByLabel(t.post.settle.link).waitFor();
      },
    },
  ],
  'a post in trouble': [
    ({ troubled }) => `/posts/${troubled}`,
    { 'posting it again': (page, t) => press(page, t.post.settle.again) },
  ],
  'a post that is planned': [
    ({ planned }) => `/posts/${planned}`,
    { 'canceling it': (page, t) => press(page, t.post.actions.cancel) },
  ],
  'a draft': [
    ({ draft }) => `/posts/${draft}`,
    { 'deleting it': (page, t) => press(page, t.post.actions.delete) },
  ],
  'the editor': [
    ({ ready }) => `/compose/${ready}`,
    {
      'publishing at once': async (page, t) => {
        const plan = page.getByRole('radiogroup', { name: t.compose.plan });
        await plan.getByText(t.compose.planNow).click();
        await page.getByTestId('problems').getByText(t.compose.noProblems).waitFor();
        await press(page, t.compose.publishNow);
      },
    },
  ],
  'the editor with a file on its way': [
    ({ draft }) => `/compose/${draft}`,
    {
      'leaving while a file is sent': async (page, t) => {
        await page.route(/\/uploads$/, () => undefined);
        await page.locator('input[type=file]').first().setInputFiles(film);
        await page.getByRole('button', { name: t.compose.cancelUpload(film.name) }).waitFor();
        await page.getByRole('link', { name: 'Postbote' }).click();
        await page.getByRole('dialog', { name: t.compose.leaveTitle }).waitFor();
      },
      // Whoever leaves with a file on its way is asked by the browser, too.
      'a file that is no longer sent': async (page, t) => {
        await press(page, t.compose.cancelUpload(film.name));
        await page.getByText(film.name).waitFor({ state: 'detached' });
        await page.unroute(/\/uploads$/);
        return inThePage;
      },
    },
  ],
  calendar: [
    ({ plannedDay }) => `/calendar?view=month&date=${plannedDay}`,
    { 'moving a post': (page) => page.getByText(hostile('post')).first().click() },
  ],
  accounts: [
    () => '/accounts',
    {
      'choosing a platform': (page, t) => press(page, t.accounts.connect),
      'an account’s defaults': async (page, t) => {
        const pins = page.getByRole('article').filter({ hasText: 'Pinterest' });
        await pins.getByRole('button', { name: t.accounts.defaultsOf(hostile('account')) }).click();
        await page
          .getByRole('dialog')
          .getByRole('combobox', { name: /^Board/ })
          .waitFor();
      },
      'removing an account': (page, t) => press(page, t.accounts.removeOf(hostile('account'))),
    },
  ],
  keys: [
    () => '/keys',
    {
      'revoking a key': (page, t) => press(page, t.keys.revokeOf(hostile('key'))),
      'a new key': (page, t) => press(page, t.keys.create),
      'the key that was made': async (page, t) => {
        await press(page, t.keys.create);
        await page.getByRole('dialog').getByLabel(t.keys.name).fill('Mein Agent');
        await inDialog(page, t.keys.create);
        await page.getByRole('dialog').getByRole('button', { name: t.keys.done }).waitFor();
      },
    },
  ],
  apps: [
    () => '/apps',
    {
      'removing an app': (page, t) => press(page, t.accounts.removeOf('X')),
      'entering an app': async (page, t) => {
        await press(page, t.accounts.apps.enter);
        await page.getByLabel(t.accounts.apps.clientSecret).first().waitFor();
        return inThePage;
      },
    },
  ],
  people: [
    () => '/settings#people',
    {
      leaving: (page, t) => press(page, t.settingsPage.leave),
      'removing a member': (page, t) => press(page, t.settingsPage.removeMember(hostile('member'))),
      'a new invitation': async (page, t) => {
        await press(page, t.settingsPage.makeLink);
        await page.getByText(t.settingsPage.linkOnce).waitFor();
        return inThePage;
      },
    },
  ],
  'one’s own account': [
    () => '/settings#account',
    {
      'deleting it': (page, t) => press(page, t.settingsPage.deleteUserButton),
      'a second factor': async (page, t) => {
        const { twoFactor, currentPassword, turnOn, secretKey } = t.settingsPage;
        const section = page.locator('section', { has: page.getByRole('heading', { name: twoFactor }) });
        await section.getByLabel(currentPassword, { exact: true }).fill(anna.password);
        await section.getByRole('button', { name: turnOn }).click();
        await page.getByLabel(secretKey, { exact: true }).waitFor();
        return inThePage;
      },
    },
  ],
  data: [
    () => '/settings#data',
    {
      'deleting the workspace': async (page, t) => {
        await page.getByLabel(t.settingsPage.deleteConfirm(hostile('workspace'))).fill(hostile('workspace'));
        return inThePage;
      },
    },
  ],
};

describe('every page of the dashboard', { timeout: 300_000 }, () => {
  let app: Dashboard;
  let filled: Filled;
  const opened = {} as Record<'de' | 'en', OpenPage>;
  before(async () => {
    app = await startDashboard();
    filled = await fillWithMarkup(app);
    opened.de = await app.open();
    opened.en = await app.open({ language: 'en' });
  });
  after(() => app.close());

  const visit = async (page: Page, path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  };

  for (const [index, [name, { path, texts = [], wide = [] }]] of Object.entries(pages).entries()) {
    // One language each: the neighbours are read in the other one.
    const language = index % 2 === 0 ? 'de' : 'en';
    // keeps: pages.hostile, pages.access, pages.accessible, compose.readable
    test(`${name} shows what people wrote as text, fits, and axe finds nothing (${language})`, async () => {
      const { page, troubles } = opened[language];
      await lookAt(page, { width: 1280, dark: false });
      await visit(page, path(filled));
      for (const text of texts) await shown(page, hostile(text));
      for (const step of wide) await step(page, language === 'de' ? de : en);
      const found = [...(await wideFaults(page, name)), ...(await axeFaults(page, `${name}, light`))];
      await lookAt(page, { width: 390, dark: true });
      found.push(...(await wideFaults(page, name)), ...(await axeFaults(page, `${name}, dark and narrow`)));
      // As small as WCAG 2.2 asks for (1.4.10): 320 pixels.
      await lookAt(page, { width: 320, dark: true });
      found.push(...(await wideFaults(page, name)));
      deepEqual(found, []);
      equal(await page.locator('img[src="x"], body script').count(), 0);
      deepEqual(troubles.splice(0), []);
    });
  }

  for (const [index, [name, [path, steps]]] of Object.entries(dialogs).entries()) {
    const language = index % 2 === 0 ? 'en' : 'de';
    const dark = index % 4 < 2;
    const light = dark ? 'dark' : 'light';
    // keeps: pages.access
    test(`${name}: axe finds nothing where one is asked something (${language}, ${light})`, async () => {
      const { page, troubles } = opened[language];
      await lookAt(page, { width: 320, dark });
      await visit(page, path(filled));
      const found: string[] = [];
      for (const [what, step] of Object.entries(steps)) {
        const isOver = (await step(page, language === 'de' ? de : en)) !== inThePage;
        const over = page.locator('[role=dialog], [role=menu]').filter({ visible: true });
        // Some come with a file of their own.
        if (isOver) await over.first().waitFor();
        const within = isOver ? '[role=dialog], [role=menu]' : '#content';
        found.push(...(await axeFaults(page, what, within)), ...(await wideFaults(page, what)));
        if (!isOver) continue;
        await page.keyboard.press('Escape');
        await over.first().waitFor({ state: 'detached' });
      }
      deepEqual(found, []);
      equal(await page.locator('img[src="x"], body script').count(), 0);
      deepEqual(troubles.splice(0), []);
    });
  }

  test('so do the pages for people who are not signed in', async () => {
    const outside = await app.open({ as: null, language: 'en' });
    const found: string[] = [];
    for (const path of [
      '/sign-in',
      '/setup/gone',
      '/reset/gone',
      '/nowhere',
      `/invite/${filled.invitation}`,
    ]) {
      await lookAt(outside.page, { width: 1280, dark: false });
      await visit(outside.page, path);
      found.push(...(await axeFaults(outside.page, path)));
      await lookAt(outside.page, { width: 320, dark: true });
      found.push(...(await wideFaults(outside.page, path)), ...(await axeFaults(outside.page, path)));
    }
    deepEqual(found, []);
    ok(await outside.page.getByText(hostile('workspace')).isVisible());
    await outside.close();
  });
});

/** Read by everybody, or the content of a field. */
async function shown(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      document.body.innerText.includes(wanted) ||
      [...document.querySelectorAll('input, textarea')].some(
        (one) => one instanceof HTMLElement && 'value' in one && String(one.value).includes(wanted),
      ),
    text,
  );
}
