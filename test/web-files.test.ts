import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { FileView } from '../src/contract/api/files.ts';
import { cleanFiles } from '../src/files/clean-files.ts';
import { inviteMember } from '../src/members/invite-member.ts';
import { deleteRows } from '../src/store/workspace-data.ts';
import { type Browser, openBrowser } from './browser.ts';
import { onBothDatabases } from './databases.ts';
import { sampleBytes } from './media-server.ts';
import { startApp, type TestApp } from './start-app.ts';

const square = sampleBytes('square.jpg');
const dayMs = 24 * 60 * 60 * 1000;

onBothDatabases('files at the dashboard', (kind) => {
  let app: TestApp;
  let owner: Browser;
  const home = () => `/api/w/${app.workspaceId}`;
  before(async () => {
    app = await startApp({ kind });
    owner = openBrowser(app.url);
    const anna = { name: 'Anna', email: 'anna@example.org', password: 'eine lange Parole' };
    const place = { workspaceName: 'Bäckerei', timeZone: 'Europe/Berlin' };
    const made = await owner.post(`/api/setup/${app.first?.setupToken}`, { ...anna, ...place });
    assert.equal(made.status, 200, JSON.stringify(made.data));
  });
  after(() => app.close());

  const send = (browser: Browser, more: Record<string, string> = {}, path = `${home()}/uploads`) =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: {
        origin: app.url,
        cookie: browser.cookie(),
        'tus-resumable': '1.0.0',
        'upload-length': String(square.length),
        'content-type': 'application/offset+octet-stream',
        'upload-metadata': `filename ${Buffer.from('bild.jpg').toString('base64')}`,
        ...more,
      },
      body: square as Buffer<ArrayBuffer>,
    });
  const upload = async () => {
    const answer = await send(owner);
    assert.equal(answer.status, 201);
    return (await answer.json()) as FileView;
  };
  const inDays = (days: number) => ({
    ...app.app,
    storage: app.app.storage,
    clock: { ...app.app.clock, now: () => app.app.clock.now() + days * dayMs },
  });
  const isThere = async ({ url }: FileView) => (await fetch(url, { method: 'HEAD' })).status === 200;

  test('who writes posts uploads, reads and removes; nobody else does', async () => {
    const file = await upload();
    assert.deepEqual((await owner.get(`${home()}/files/${file.id}`)).data, file);
    assert.equal((await send(openBrowser(app.url))).status, 401);
    assert.equal((await send(owner, { origin: 'https://evil.example' })).status, 403);
    assert.equal((await send(owner, {}, `/api/w/${randomUUID()}/uploads`)).status, 404);
    const viewer = openBrowser(app.url);
    const { token } = await inviteMember(app.app, null, { workspaceId: app.workspaceId, role: 'viewer' });
    const bert = { name: 'Bert', email: 'bert@example.org', password: 'noch eine Parole' };
    assert.equal((await viewer.post(`/api/invitations/${token}`, bert)).status, 200);
    assert.equal((await send(viewer)).status, 403);
    assert.equal((await viewer.get(`${home()}/files/${file.id}`)).status, 200);
    assert.equal((await owner.send('DELETE', `${home()}/files/${file.id}`)).status, 200);
    assert.equal(await isThere(file), false);
    assert.equal((await owner.get(`${home()}/files/${file.id}`)).status, 404);
  });

  test('a draft without accounts keeps its file, another version of it lets it go', async () => {
    const [first, second] = [await upload(), await upload()];
    const post = `${home()}/test/posts/${randomUUID()}`;
    const write = (file: FileView, revision: number | null) =>
      owner.send('PUT', post, {
        revision,
        composition: {
          text: 'Entwurf',
          texts: {},
          accountIds: [],
          media: [{ url: file.url, kind: 'image', alt: '' }],
          coverUrl: null,
          settings: {},
        },
        plan: { kind: 'draft' },
      });
    const made = await write(first, null);
    assert.equal(made.status, 200, JSON.stringify(made.data));
    assert.equal((await owner.send('DELETE', `${home()}/files/${first.id}`)).status, 409);
    const changed = await write(second, made.data.revision ?? 1);
    assert.equal(changed.status, 200, JSON.stringify(changed.data));
    await cleanFiles(inDays(30));
    assert.deepEqual([await isThere(first), await isThere(second)], [false, true]);
  });

  test('the files of a deleted workspace go with it', async () => {
    const file = await upload();
    assert.equal(await app.app.db.transaction((query) => deleteRows(query, app.workspaceId)), true);
    assert.equal(await isThere(file), false);
    await cleanFiles(app.app);
    assert.equal(await app.app.storage.read(file.id, 0, 1), null);
    assert.deepEqual(await app.app.db.query.selectFrom('files').select('id').execute(), []);
  });
});
