import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import type { Browser as Chromium } from 'playwright-core';
import { inviteMember } from '../src/members/invite-member.ts';
import { launchChromium } from './chromium.ts';
import { startApp, type TestApp } from './start-app.ts';
import { addAuthenticator } from './virtual-authenticator.ts';

const script = 'document.title = "ran";'.repeat(50);
const secret = 'not for the public';

describe('the dashboard’s pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postbote-pages-'));
  const dist = join(folder, 'dist');
  let app: TestApp;
  before(async () => {
    mkdirSync(join(dist, 'assets'), { recursive: true });
    const write = (name: string, content: string | Buffer) => writeFileSync(join(dist, name), content);
    write(
      'index.html',
      '<!doctype html><title>Postbote</title><h1 onclick="x()">Hi</h1><script>document.title="inline"</script><script src="/assets/main-a1B2c3D4.js"></script>',
    );
    write('assets/main-a1B2c3D4.js', script);
    write('assets/main-a1B2c3D4.js.br', brotliCompressSync(script));
    write('assets/main-a1B2c3D4.js.gz', gzipSync(script));
    write('assets/main-a1B2c3D4.js.map', secret);
    write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    write('.env', secret);
    writeFileSync(join(folder, 'secret.txt'), secret);
    symlinkSync(join(folder, 'secret.txt'), join(dist, 'link.txt'));
    app = await startApp({ parts: { dashboard: dist } });
  });
  after(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  /** As it is written: `fetch` would tidy the path up. */
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const { port } = new URL(app.url);
      request({ port, host: '127.0.0.1', path, headers, method }, async (res) => {
        const chunks: Buffer[] = [];
        for await (const chunk of res) chunks.push(chunk);
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) });
      })
        .on('error', reject)
        .end();
    });
  const html = { accept: 'text/html,*/*' };

  // keeps: pages.files
  test('are served compressed and cached, and nothing outside the folder is', async () => {
    const asset = '/assets/main-a1B2c3D4.js';
    const best = await get(asset, { 'accept-encoding': 'gzip, br' });
    equal(best.headers['content-encoding'], 'br');
    equal(String(brotliDecompressSync(best.body)), script);
    match(String(best.headers['cache-control']), /max-age=31536000, immutable/);
    equal(best.headers.vary, 'Accept-Encoding');
    const plain = await get(asset, { 'accept-encoding': 'br;q=0' });
    deepEqual([String(plain.body), plain.headers['content-encoding']], [script, undefined]);
    const again = await get(asset, { 'if-none-match': String(plain.headers.etag) });
    deepEqual([again.status, again.body.length], [304, 0]);
    const head = await get(asset, {}, 'HEAD');
    deepEqual([head.headers['content-length'], head.body.length], [String(script.length), 0]);

    for (const path of ['/', '/calendar', '/setup/some-token', '/invite/x', '/posts/..%2f..%2fsecret.txt']) {
      const page = await get(path, html);
      deepEqual([page.status, page.headers['cache-control']], [200, 'no-cache'], path);
      match(String(page.body), /<title>Postbote/);
    }
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/link.txt',
      '/.env',
      '/assets/main-a1B2c3D4.js.map',
      '/nothing.js',
      '/constructor',
    ]) {
      const { status, body } = await get(path);
      deepEqual([status, body.includes(secret)], [404, false], path);
      ok(!(await get(path, html)).body.includes(secret), path);
    }
    for (const path of ['/api/nope', '/mcp/a/b', '/connect/x', '/.well-known/openid-configuration']) {
      ok(!String((await get(path, html)).body).includes('<title>Postbote'), path);
    }
    equal((await get('/', html, 'POST')).status, 405);
    equal((await get('/calendar', { ...html, host: 'evil.example' })).status, 403);
  });

  describe('in a browser', () => {
    let browser: Chromium;
    before(async () => {
      browser = await launchChromium();
    });
    after(() => browser.close());

    // keeps: pages.policy
    test('run no script but our own files, and can be framed by nobody', async () => {
      const { headers } = await get('/', html);
      match(String(headers['content-security-policy']), /script-src 'self';/);
      match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
      equal(headers['referrer-policy'], 'no-referrer');
      equal(headers['x-content-type-options'], 'nosniff');
      equal(headers['cross-origin-opener-policy'], 'same-origin');
      const page = await browser.newPage();
      const refused: string[] = [];
      page.on('console', (message) => refused.push(message.text()));
      await page.goto(app.url);
      equal(await page.title(), 'ran');
      ok(refused.some((text) => /inline script/.test(text)));
      await page.close();
    });

    // keeps: people.passkeys
    test('a passkey signs in without a password, and only a device that knows its owner counts', async () => {
      const url = app.url.replace('127.0.0.1', 'localhost');
      const context = await browser.newContext();
      const page = await context.newPage();
      const { session, authenticatorId } = await addAuthenticator(page);
      await page.goto(url);
      const call = (path: string, body?: unknown) =>
        page.evaluate(
          async ([where, what]) => {
            const init = what === null ? {} : { method: 'POST', body: what };
            const headers = { 'content-type': 'application/json' };
            const response = await fetch(String(where), { ...init, headers });
            return { status: response.status, data: await response.json() };
          },
          [path, body === undefined ? null : JSON.stringify(body)] as const,
        );
      const invitation = await inviteMember(app.app, null, { workspaceId: app.workspaceId, role: 'owner' });
      const person = { name: 'Cem', email: 'cem@example.org', password: 'Sesam öffne dich' };
      equal((await call(`/api/invitations/${invitation.token}`, person)).status, 200);

      const register = await call('/api/auth/passkey/generate-register-options');
      equal(register.data.rp.id, 'localhost');
      const made = await page.evaluate(async (options) => {
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
        return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
      }, register.data);
      equal(
        (await call('/api/auth/passkey/verify-registration', { response: made, name: 'Laptop' })).status,
        200,
      );
      const { data: keys } = await call('/api/auth/passkey/list-user-passkeys');
      deepEqual(
        keys.map((one: { name: string }) => one.name),
        ['Laptop'],
      );

      const signIn = async (userVerification: string) => {
        await context.clearCookies();
        const { data } = await call('/api/auth/passkey/generate-authenticate-options');
        const response = await page.evaluate(
          async (options) => {
            const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
            return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON();
          },
          { ...data, userVerification },
        );
        const { status } = await call('/api/auth/passkey/verify-authentication', { response });
        return { status, response };
      };
      const first = await signIn('required');
      equal(first.status, 200);
      equal((await call('/api/auth/get-session')).data.user.email, person.email);
      // The same answer again is worth nothing.
      equal(
        (await call('/api/auth/passkey/verify-authentication', { response: first.response })).status,
        400,
      );
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      equal((await signIn('discouraged')).status, 401);
      equal((await call('/api/auth/get-session')).data, null);
      await context.close();
    });
  });
});
