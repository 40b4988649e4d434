import { deepEqual, equal, match } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, type Browser as Chromium, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { openBrowser } from './browser.ts';
import { callTool, startApp, type TestApp } from './start-app.ts';

const dashboard = join(import.meta.dirname, '../dashboard');
const dist = join(dashboard, 'dist');
const patience = 60_000;

describe('accounts, keys and numbers in a browser', () => {
  let app: TestApp;
  let browser: Chromium;
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    if (!existsSync(join(dist, 'index.html'))) await build({ root: dashboard, logLevel: 'error' });
    app = await startApp({ parts: { dashboard: dist } });
    const owner = openBrowser(app.url);
    const newAnna = { name: 'Anna', email: 'anna@example.org', password: 'eine lange Parole' };
    equal((await owner.post(`/api/setup/${app.first?.setupToken}`, newAnna)).status, 200);
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1200, height: 900 } });
    context.setDefaultTimeout(patience);
    await context.addInitScript(() => localStorage.setItem('postbote.mode', 'test'));
    await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: app.url })));
    page = await context.newPage();
  });
  after(async () => {
    await browser?.close();
    await app?.close();
  });
  const open = (path: string) => page.goto(`${app.url}${path}`, { timeout: patience });

  // keeps: pages.keys
  test('a key made here lets a client in, whose post shows up by itself, and revoking it ends that', async () => {
    await open('/keys');
    await page.getByRole('button', { name: 'Schlüssel erstellen' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Mein Agent');
    await page.getByRole('dialog').getByRole('button', { name: 'Schlüssel erstellen' }).click();
    const shown = page.getByRole('dialog').getByText(/^pb_test_\w+$/);
    const key = String(await shown.first().textContent());
    match(key, /^pb_test_\w{20,}$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Ich habe ihn kopiert' }).click();
    equal(await page.getByText('Mein Agent').count(), 1);

    await open('/');
    await page.getByRole('heading', { name: 'Zuletzt hinausgegangen' }).waitFor();
    const content = 'Von allein erschienen';
    equal((await callTool(app.url, key, 'publish_now', { content, platforms: ['bluesky'] })).isError, false);
    await page.getByRole('link', { name: content }).first().waitFor();
    await page.getByText('Veröffentlicht', { exact: true }).first().waitFor();

    await open('/keys');
    await page.getByRole('button', { name: /Mein Agent/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Widerrufen' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    equal((await fetch(`${app.url}/mcp`, { method: 'POST', headers, body })).status, 401);
  });

  // keeps: pages.numbers
  test('numbers are shown as a chart and as a table, and can be taken along', async () => {
    await open('/analytics');
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
  });

  // keeps: pages.accessible
  test('axe finds nothing, in light and in dark', async () => {
    const found: unknown[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const path of ['/accounts', '/accounts/connect/bluesky', '/apps', '/keys', '/analytics']) {
        await open(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForFunction(() => !document.querySelector('main .mantine-Skeleton-root'));
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const { id, nodes } of violations) {
          found.push([colorScheme, path, id, nodes.map((node) => node.html.slice(0, 160))]);
        }
      }
    }
    deepEqual(found, []);
  });
});
