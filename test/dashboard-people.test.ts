import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { de } from '../dashboard/src/words/de/index.ts';
import { type Browser, openBrowser } from './browser.ts';
import type { OpenPage } from './chromium.ts';
import { anna, type Dashboard, startDashboard } from './start-dashboard.ts';
import { totp } from './totp.ts';
import { addAuthenticator } from './virtual-authenticator.ts';

const { auth, general, settingsPage: settings, shell } = de;
const bert = { name: 'Bert', email: 'bert@example.org', password: 'noch eine Parole' };

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).first().fill(value);
}
async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await heading(page, auth.signInTitle);
  await fill(page, { [auth.email]: person.email, [auth.password]: person.password });
  await press(page, auth.signIn);
}
async function signOut(page: Page): Promise<void> {
  await press(page, shell.account);
  await page.getByRole('menuitem', { name: shell.signOut }).click();
  await heading(page, auth.signInTitle);
}
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('people at the dashboard, in a browser', () => {
  let app: Dashboard;
  let owner: OpenPage;
  let page: Page;
  let viewer: OpenPage;
  before(async () => {
    app = await startDashboard({ setUp: false });
    owner = await app.open({ as: null });
    page = owner.page;
  });
  after(() => app.close());

  // keeps: pages.people
  test('the set-up link makes the owner, once; a wrong password opens nothing', async () => {
    const link = `/setup/${app.first?.setupToken}`;
    await page.goto(link);
    await heading(page, auth.setupTitle);
    await fill(page, {
      [auth.name]: anna.name,
      [auth.email]: anna.email,
      [auth.password]: anna.password,
      [auth.workspaceName]: 'Bäckerei',
    });
    await press(page, auth.createAccount);
    await heading(page, de.home.title);
    await page.goto(link);
    await heading(page, auth.linkGone);
    await page.goto('/');
    await signOut(page);
    await signIn(page, { ...anna, password: 'geraten und falsch' });
    await page.getByText(auth.errors.wrong).waitFor();
    equal(await field(page, auth.email).inputValue(), anna.email);
    await signIn(page, anna);
    await heading(page, de.home.title);
  });

  test('a second factor is turned on, asked for, replaced by a backup code and turned off', async () => {
    await page.goto('/settings#account');
    const section = page.locator('section', { has: page.getByRole('heading', { name: settings.twoFactor }) });
    const password = section.getByLabel(settings.currentPassword, { exact: true });
    await password.fill('geraten');
    await section.getByRole('button', { name: settings.turnOn }).click();
    await section.getByText(auth.errors.wrongPassword, { exact: true }).waitFor();
    await password.fill(anna.password);
    await section.getByRole('button', { name: settings.turnOn }).click();
    const secret = await section.getByLabel(settings.secretKey, { exact: true }).innerText();
    const code = () => totp(`otpauth://totp/Postbote?secret=${secret.trim()}`);
    await section.getByLabel(settings.firstCode).fill(code());
    await section.getByRole('button', { name: settings.confirm }).click();
    await section.getByText(settings.twoFactorOn).waitFor();
    const [backup = ''] = (await section.locator('pre').innerText()).trim().split(/\s+/);

    const enter = async (label: string, value: string) => {
      await field(page, label).fill(value);
      await press(page, auth.confirm);
    };
    await signOut(page);
    await signIn(page, anna);
    await heading(page, auth.secondTitle);
    await enter(auth.code, String((Number(code()) + 1) % 1_000_000).padStart(6, '0'));
    await page.getByText(auth.errors.wrongCode).waitFor();
    await enter(auth.code, code());
    await heading(page, de.home.title);
    await signOut(page);
    await signIn(page, anna);
    await press(page, auth.useBackup);
    await enter(auth.backupCode, backup);
    await heading(page, de.home.title);

    await page.goto('/settings#account');
    await section.getByLabel(settings.currentPassword, { exact: true }).fill(anna.password);
    await section.getByRole('button', { name: settings.turnOff }).click();
    await section.getByText(settings.twoFactorOff).waitFor();
  });

  test('a passkey is added, signs in without a password and is removed', async () => {
    const { session } = await addAuthenticator(page);
    await fill(page, { [settings.passkeyName]: 'Laptop' });
    await press(page, settings.addPasskey);
    const remove = page.getByRole('button', { name: settings.removePasskey('Laptop') });
    await remove.waitFor();
    // A virtual device would answer the quiet question of the e-mail field by itself before anybody presses the button.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await signOut(page);
    await press(page, auth.withPasskey);
    await heading(page, de.home.title);
    await page.goto('/settings#account');
    await remove.click();
    await page.getByText(settings.noPasskeys).waitFor();
    await session.detach();
  });

  test('an invited viewer sees everything, changes nothing, and is refused at the API', async () => {
    await page.goto('/settings#people');
    await choose(page, settings.role, general.roles.viewer);
    await fill(page, { [settings.inviteNote]: 'für Bert' });
    await press(page, settings.makeLink);
    const link = await page.getByText(/\/invite\/[\w-]{32}/).innerText();
    await page.getByText(/für Bert/).waitFor();

    viewer = await app.open({ as: null });
    await viewer.page.goto(new URL(link.trim()).pathname);
    await heading(viewer.page, auth.inviteTitle('Bäckerei'));
    await fill(viewer.page, {
      [auth.name]: bert.name,
      [auth.email]: bert.email,
      [auth.password]: bert.password,
    });
    await press(viewer.page, auth.join);
    await heading(viewer.page, de.home.title);
    const seen = async (path: string, title: string, names: readonly string[]) => {
      await viewer.page.goto(path);
      await heading(viewer.page, title);
      await viewer.page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      for (const name of names) {
        equal(await viewer.page.getByRole('button', { name, exact: true }).count(), 0, `${path}: ${name}`);
        equal(await viewer.page.getByRole('link', { name, exact: true }).count(), 0, `${path}: ${name}`);
      }
    };
    await seen('/accounts', de.accounts.title, [shell.compose, de.accounts.connect, de.accounts.reconnect]);
    await seen('/keys', de.keys.title, [de.keys.create, de.keys.revoke, shell.apps]);
    await seen('/settings#people', settings.title, [settings.makeLink]);
    await seen('/settings#data', settings.title, [settings.exportButton, settings.deleteButton]);
    await seen('/settings', settings.title, [general.save]);

    const statuses = await viewer.page.evaluate(
      async ([workspace]) => {
        const send = async (method: string, path: string, body?: object) => {
          const headers = { 'content-type': 'application/json' };
          const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
          return (await fetch(`/api/${path}`, init)).status;
        };
        return Promise.all([
          send('POST', `w/${workspace}/keys`, { name: 'x', mode: 'live' }),
          send('POST', `w/${workspace}/invitations`, { role: 'owner', note: '' }),
          send('PATCH', `w/${workspace}/settings`, { name: 'x' }),
          send('GET', `w/${workspace}/export`),
          send('POST', `w/${workspace}/pause`, { paused: true }),
          send('GET', 'apps'),
        ]);
      },
      [app.workspaceId],
    );
    deepEqual(statuses, [403, 403, 403, 403, 403, 403]);
  });

  test('a changed role holds at once; a session ended elsewhere leads to sign-in and back', async () => {
    await page.reload();
    await choose(page, settings.roleOf(bert.name), general.roles.editor);
    await viewer.page.getByRole('link', { name: shell.compose, exact: true }).first().waitFor();

    await viewer.page.goto('/');
    await heading(viewer.page, de.home.title);
    const elsewhere: Browser = openBrowser(app.url);
    equal((await elsewhere.post('/api/auth/sign-in/email', bert)).status, 200);
    equal((await elsewhere.post('/api/auth/revoke-other-sessions')).status, 200);
    await viewer.page.getByRole('link', { name: shell.accounts, exact: true }).first().click();
    await viewer.page.getByText(auth.goesOn).waitFor();
    await signIn(viewer.page, bert);
    await heading(viewer.page, de.accounts.title);
    await viewer.close();
  });

  test('the workspace is renamed and moved to another time zone', async () => {
    await page.goto('/settings');
    await fill(page, { [settings.workspaceName]: 'Backstube' });
    await page.getByRole('combobox', { name: settings.timeZone }).fill('Auckland');
    await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
    await press(page, general.save);
    await page.getByText(settings.saved, { exact: true }).first().waitFor();
    const { workspaces } = await page.evaluate(async () => (await fetch('/api/me')).json());
    deepEqual([workspaces[0].name, workspaces[0].timeZone], ['Backstube', 'Pacific/Auckland']);
  });

  test('the export holds no secret, and the workspace ends only by its name', async () => {
    await page.goto('/settings#data');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: settings.exportButton }).click(),
    ]);
    match(download.suggestedFilename(), /^postbote-.*\.json$/);
    const exported = readFileSync(await download.path(), 'utf8');
    ok(JSON.parse(exported) && exported.includes('Backstube'));
    for (const secret of [app.key, app.liveKey, anna.password, 'argon2', 'credentials']) {
      ok(!exported.includes(secret), secret);
    }
    const confirm = page.getByRole('button', { name: settings.deleteButton });
    const name = field(page, settings.deleteConfirm('Backstube'));
    for (const wrong of ['', 'Bäckerei']) {
      await name.fill(wrong);
      ok(await confirm.isDisabled());
    }
    await name.fill('Backstube');
    await confirm.click();
    await heading(page, auth.noWorkspace);
    await owner.close();
  });
});
