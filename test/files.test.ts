import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cleanFiles } from '../src/files/clean-files.ts';
import { listFiles } from '../src/files/list-files.ts';
import { removeFile } from '../src/files/remove-file.ts';
import { addFile } from './add-file.ts';
import { onBothDatabases } from './databases.ts';
import { addAccount, addWorkspace } from './fill-app.ts';
import { sampleBytes } from './media-server.ts';
import { startApp, type TestApp } from './start-app.ts';

const square = sampleBytes('square.jpg');
const dayMs = 24 * 60 * 60 * 1000;

onBothDatabases('files', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind, env: { POSTBOTE_ROLE: kind === 'sqlite' ? 'all' : 'web' } });
  });
  after(() => app.close());

  const own = () => ({ workspaceId: app.workspaceId });
  /** The same app on a clock that is some days ahead. */
  const inDays = (days: number) => ({
    ...app.app,
    storage: app.app.storage,
    mediaFetch: app.app.mediaFetch,
    clock: { ...app.app.clock, now: () => app.app.clock.now() + days * dayMs },
  });
  const isThere = async (url: string) => (await fetch(url, { method: 'HEAD' })).status === 200;

  // keeps: files.served
  test('served whole, in ranges, and for keeps', async () => {
    const { url } = await addFile(app.app, app.workspaceId, 'bild.jpg', square);
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/media\/[\w-]{32}\/bild\.jpg$/);
    const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers });
    const whole = await get();
    assert.equal(whole.status, 200);
    assert.deepEqual(
      ['content-type', 'content-length', 'accept-ranges', 'cache-control', 'x-content-type-options'].map(
        (name) => whole.headers.get(name),
      ),
      ['image/jpeg', String(square.length), 'bytes', 'public, max-age=31536000, immutable', 'nosniff'],
    );
    assert.equal(whole.headers.get('content-security-policy'), "default-src 'none'; sandbox");
    assert.equal(whole.headers.get('content-disposition'), 'inline; filename="bild.jpg"');
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), square);
    const head = await get({}, 'HEAD');
    assert.equal(head.headers.get('content-length'), String(square.length));
    const tag = String(whole.headers.get('etag'));
    const size = square.length;
    const ranges: [string, number, string | null][] = [
      ['bytes=0-0', 206, `bytes 0-0/${size}`],
      ['bytes=5-', 206, `bytes 5-${size - 1}/${size}`],
      ['bytes=-7', 206, `bytes ${size - 7}-${size - 1}/${size}`],
      [`bytes=10-${size * 2}`, 206, `bytes 10-${size - 1}/${size}`],
      [`bytes=${size}-`, 416, `bytes */${size}`],
      ['bytes=-0', 416, `bytes */${size}`],
      ['bytes=9-3', 200, null],
      ['bytes=0-1,5-6', 200, null],
      ['lines=1-2', 200, null],
    ];
    for (const [range, status, expected] of ranges) {
      const part = await get({ range });
      assert.deepEqual([part.status, part.headers.get('content-range')], [status, expected], range);
      const bytes = Buffer.from(await part.arrayBuffer());
      const [, from, to] = /^bytes (\d+)-(\d+)/.exec(expected ?? '') ?? [];
      if (status !== 416)
        assert.deepEqual(bytes, from ? square.subarray(Number(from), Number(to) + 1) : square);
    }
    assert.equal((await get({ 'if-none-match': `"other", ${tag}` })).status, 304);
    assert.equal((await get({ range: 'bytes=0-1', 'if-range': tag })).status, 206);
    assert.equal((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status, 200);
    assert.equal((await get({}, 'POST')).status, 405);
    const guesses = [
      '/media/',
      '/media',
      `/media/${'a'.repeat(32)}/bild.jpg`,
      url.replace('bild.jpg', 'bild.html'),
      url.replace('bild.jpg', ''),
      url.replace('bild.jpg', '%2e%2e/bild.jpg'),
      url.replace('bild.jpg', 'bild.jpg/x'),
    ];
    for (const guess of guesses) assert.equal((await fetch(new URL(guess, url))).status, 404, guess);
  });

  test('listed newest first, page by page, for its workspace alone', async () => {
    const { workspaceId } = await addWorkspace(app.app);
    const names = ['a', 'b', 'c'];
    for (const name of names) await addFile(app.app, workspaceId, `${name}.jpg`, square);
    const first = await listFiles(app.app, { workspaceId }, { limit: 2 });
    const rest = await listFiles(app.app, { workspaceId }, { limit: 2, after: first.at(-1)?.id });
    assert.deepEqual(
      [...first, ...rest].map(({ name }) => name),
      ['c.jpg', 'b.jpg', 'a.jpg'],
    );
    await assert.rejects(listFiles(app.app, own(), { after: first[0]?.id }), { code: 'not_found' });
    await assert.rejects(removeFile(app.app, own(), first[0]?.id ?? ''), { code: 'not_found' });
  });

  // keeps: files.kept
  test('kept while a post needs it, and a week longer', async () => {
    const [unused, planned, sent, dropped] = await Promise.all(
      ['unused', 'planned', 'sent', 'dropped'].map((name) =>
        addFile(app.app, app.workspaceId, `${name}.jpg`, square),
      ),
    );
    const account = await addAccount(app.app, app.workspaceId, 'bluesky');
    const post = async (url: string, more = {}) => {
      const { data, text } = await app.call('create_post', {
        content: 'Mit Bild',
        account_ids: [account],
        media_urls: [url],
        ...more,
      });
      assert.ok(data.id, text);
      return String(data.id);
    };
    await post(planned?.url ?? '');
    const out = await post(sent?.url ?? '', {
      scheduled_at: new Date(Date.now() + 30 * dayMs).toISOString(),
    });
    const state = (is: object) =>
      app.app.db.query.updateTable('deliveries').set(is).where('post_id', '=', out).execute();
    await assert.rejects(removeFile(app.app, own(), sent?.id ?? ''), { code: 'file_in_use' });
    await removeFile(app.app, own(), dropped?.id ?? '');
    assert.equal(await isThere(dropped?.url ?? ''), false);

    await cleanFiles(inDays(6));
    assert.ok(await isThere(unused?.url ?? ''));
    await cleanFiles(inDays(8));
    assert.equal(await isThere(unused?.url ?? ''), false);
    assert.equal(await app.app.storage.read(unused?.id ?? '', 0, 1), null);
    assert.ok(await isThere(sent?.url ?? ''));

    await state({ state: 'published', published_at: app.app.clock.now() + 30 * dayMs });
    await cleanFiles(inDays(36));
    assert.ok(await isThere(sent?.url ?? ''));
    await state({ state: 'unconfirmed' });
    await cleanFiles(inDays(60));
    assert.ok(await isThere(sent?.url ?? ''), 'nobody knows yet whether it has to be sent again');
    await state({ state: 'published' });
    await cleanFiles(inDays(38));
    assert.equal(await isThere(sent?.url ?? ''), false);
    assert.ok(await isThere(planned?.url ?? ''), 'a draft needs its file however long it waits');
  });

  test('an upload that nobody went on with is gone after a day, not before', async () => {
    const row = { workspace_id: app.workspaceId, name: 'x', bytes: 10, state: 'uploading' as const };
    const now = app.app.clock.now();
    for (const [id, hours] of [
      ['upload-aaaa', 23],
      ['upload-bbbb', 25],
    ] as const) {
      const at = { created_at: now, touched_at: now - hours * 60 * 60 * 1000 };
      await app.app.db.query
        .insertInto('files')
        .values({ ...row, id: `${id}-${kind}`, token: id, ...at })
        .execute();
      await app.app.storage.append(`${id}-${kind}`, null, 0, square.subarray(0, 5));
    }
    await cleanFiles(app.app);
    const left = await app.app.db.query
      .selectFrom('files')
      .select('id')
      .where('state', '!=', 'ready')
      .execute();
    assert.deepEqual(
      left.map(({ id }) => id),
      [`upload-aaaa-${kind}`],
    );
  });

  // keeps: files.own
  test('our own addresses are known without a look; another workspace’s are addresses like any other', async () => {
    const mine = await addFile(app.app, app.workspaceId, 'bild.jpg', square);
    const film = await addFile(app.app, app.workspaceId, 'film.mp4', sampleBytes('clip.mp4'));
    const wide = await addFile(app.app, app.workspaceId, 'wide.png', await wideBytes());
    const { workspaceId } = await addWorkspace(app.app);
    const theirs = await addFile(app.app, workspaceId, 'bild.jpg', square);
    const plan = (media_urls: string[], more = {}) =>
      app.call('create_post', {
        content: 'Medien',
        platforms: ['instagram', 'twitter'],
        media_urls,
        scheduled_at: new Date(Date.now() + dayMs).toISOString(),
        ...more,
      });
    assert.equal((await plan([mine.url])).data.post_type, 'image');
    assert.equal((await plan([film.url], { cover_url: mine.url })).data.post_type, 'video');
    // The same file at an address that the server had before it moved.
    const { pathname } = new URL(mine.url);
    assert.equal((await plan([`https://before.example${pathname}`])).data.post_type, 'image');
    const foreign = await plan([theirs.url]);
    assert.equal(foreign.text, 'Medien-Adresse ungültig (media_urls[0]): die Adresse ist nicht öffentlich');

    const unfit = await plan([mine.url, wide.url]);
    const [violation] = unfit.detail.violations as { code: string; facts: object; next_action: string }[];
    assert.equal(
      unfit.text,
      'media_urls[1] passt nicht für instagram: Seitenverhältnis 3 (900 × 300), möglich ist 0,8 bis 1,91',
    );
    assert.equal(violation?.code, 'media_unfit');
    assert.equal(
      (await plan([mine.url, wide.url], { scheduled_at: undefined })).isError,
      false,
      'a draft may be unfinished',
    );
    assert.equal((await plan([wide.url], { platforms: ['twitter'] })).isError, false);

    const long = { duration_ms: 300_500 };
    await app.app.db.query.updateTable('files').set(long).where('id', '=', film.id).execute();
    const tooLong = await plan([film.url], { platforms: ['threads', 'twitter'] });
    assert.equal(
      tooLong.text,
      'media_urls[0] passt nicht für threads: 300,5 Sekunden lang, möglich sind 0 bis 300',
    );
    assert.match(String(tooLong.detail.next_action), /Cut it to 0 to 300 seconds/);
    assert.equal((await plan([film.url], { platforms: ['bluesky', 'twitter'] })).isError, false);

    const live = await addAccount(app.app, app.workspaceId, 'instagram', { mode: 'live' });
    const body = { content: 'x', account_ids: [live], media_urls: [mine.url] };
    const unreachable = await app.call('publish_now', body, app.liveKey);
    assert.match(unreachable.text, /^instagram holt die Datei selbst ab, erreicht diesen Server aber nicht/);
    assert.match(String(unreachable.detail.next_action), /Set POSTBOTE_BASE_URL/);
  });
});

async function wideBytes(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width: 900, height: 300, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
}
