import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestSandbox } from './open-test-sandbox.ts';

let box: TestSandbox;
before(async () => {
  box = await openTestSandbox();
});
after(() => box.close());

test('one user name is one account, with fresh credentials every time', async () => {
  const first = await box.connect('twitter', 'zoe');
  const second = await box.connect('twitter', 'zoe');
  assert.equal(first.external_id, second.external_id);
  assert.notEqual(first.credentials.accessToken, second.credentials.accessToken);
  const me = await box.call('/twitter/2/users/me', { token: first.credentials.accessToken });
  assert.equal(me.status, 200);
  assert.equal((await box.post('/api/accounts', { platform: 'nowhere' })).status, 400);
});

test('whoever is new is called as they wrote it, and has a user name in plain letters', async () => {
  const redirect_uri = 'https://us.example/back';
  const query = new URLSearchParams({ client_id: 'app', redirect_uri, response_type: 'code', state: 's' });
  const path = `/facebook/v26.0/dialog/oauth?${query}`;
  const form = { decision: 'allow', username: '', new_username: 'Bäckerei Süß & Çağ' };
  await box.call(path, { method: 'POST', form });
  const page = await box.call(path);
  assert.match(page.json, /<strong>Bäckerei Süß &amp; Çağ<\/strong><span>@Baeckerei\.Suess\.Cag</);
});

test('what was published before a SIGKILL is there after it, and so are tokens and faults', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const start = async () => {
    const child = spawn(process.execPath, [
      join(import.meta.dirname, 'main.ts'),
      '--port',
      '0',
      '--file',
      join(folder, 's.db'),
    ]);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { url: string };
    const kill = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    const post = (path: string, body: unknown, token = '') =>
      fetch(`${url}/sandbox${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      });
    return { url, kill, post };
  };
  const first = await start();
  const account = (await (
    await first.post('/api/accounts', { platform: 'twitter', username: 'kim' })
  ).json()) as {
    credentials: { accessToken: string };
  };
  const token = account.credentials.accessToken;
  assert.equal((await first.post('/twitter/2/tweets', { text: 'still here' }, token)).status, 201);
  await first.post('/api/faults', { platform: 'twitter', fault: 'error_before' });
  await first.kill();
  const second = await start();
  const { posts } = (await (await fetch(`${second.url}/sandbox/api/posts`)).json()) as {
    posts: { text: string }[];
  };
  assert.deepEqual(
    posts.map((item) => item.text),
    ['still here'],
  );
  assert.equal((await second.post('/twitter/2/tweets', { text: 'a fault' }, token)).status, 500);
  assert.equal((await second.post('/twitter/2/tweets', { text: 'and on' }, token)).status, 201);
  await second.kill();
  rmSync(folder, { recursive: true });
});

test('the feed shows posts, but never runs them', async () => {
  const { credentials } = await box.connect('twitter', 'mallory', { name: '<b>Mallory</b>' });
  const evil = `<script>alert(1)</script> "quoted" https://example.com/"onmouseover=x`;
  await box.post('/twitter/2/tweets', { text: evil }, credentials.accessToken);
  const page = await box.call('/');
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.deepEqual(page.json.match(/<script[^>]*>/g), ['<script src="/sandbox/feed.js" defer>']);
  assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self';/);
  assert.ok(page.json.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
  assert.ok(!page.json.includes('"onmouseover'));
  const { posts } = await box.posts('?platform=twitter&limit=1');
  const own = await fetch(posts[0].url);
  assert.equal(own.status, 200);
  assert.ok(!(await own.text()).includes('<script'));
  const filtered = await box.call('/?platform=bluesky');
  assert.match(filtered.json, /Nothing on Bluesky yet/);
});

test('faults are switched on and off with plain forms, but not from other sites', async () => {
  const form = { platform: 'bluesky', fault: 'lost_answer', times: '3', on: '' };
  const on = await box.call('/faults', { method: 'POST', form });
  assert.deepEqual([on.status, on.headers.get('location')], [303, '/sandbox/faults']);
  const { faults } = (await box.call('/api/faults')).json;
  assert.deepEqual([faults[0].fault, faults[0].times], ['lost_answer', 3]);
  const off = await box.call('/faults/remove', { method: 'POST', form: { id: String(faults[0].id) } });
  assert.equal(off.status, 303);
  assert.deepEqual((await box.call('/api/faults')).json, { faults: [] });
  const strange = await box.call('/api/faults', {
    method: 'POST',
    form,
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(strange.status, 403);
});

test('samples are listed and served in ranges; nothing else is', async () => {
  const { samples } = (await box.call('/media/')).json;
  assert.equal(samples.length, 7);
  const part = await fetch(`${box.url}/sandbox/media/clip.mp4`, { headers: { range: 'bytes=4-7' } });
  assert.deepEqual([part.status, await part.text()], [206, 'ftyp']);
  assert.match(part.headers.get('content-range') ?? '', /^bytes 4-7\//);
  const beyond = await fetch(`${box.url}/sandbox/media/clip.mp4`, { headers: { range: 'bytes=99999999-' } });
  assert.equal(beyond.status, 416);
  for (const path of [
    '/media/..%2findex.ts',
    '/media/../index.ts',
    '/media/none.jpg',
    '/uploads/twitter/..',
    '/nothing',
  ]) {
    assert.equal((await box.call(path)).status, 404, path);
  }
});

test('operations, requests and bad bodies', async () => {
  const { operations } = (await box.call('/api/operations')).json;
  assert.ok(operations.instagram.includes('media_publish') && operations.bluesky.includes('putRecord'));
  assert.deepEqual((await box.call('/api/hosts')).json, box.sandbox.hosts());
  const { credentials } = await box.connect('instagram', 'log');
  await box.call(`/instagram/v25.0/me?access_token=${credentials.accessToken}`);
  const { requests } = (await box.call('/api/requests')).json;
  assert.equal(requests.at(-1).operation, 'me');
  assert.ok(!JSON.stringify(requests).includes(credentials.accessToken));
  const huge = await box.call('/twitter/2/tweets', {
    method: 'POST',
    body: 'x'.repeat(2 * 1024 * 1024 + 1),
    token: (await box.connect('twitter', 'huge')).credentials.accessToken,
  });
  assert.equal(huge.status, 413);
  const broken = await box.call('/api/faults', { method: 'POST', body: '{' });
  assert.equal(broken.status, 400);
});

test('a client that hangs up in the middle of an upload leaves nothing and breaks nothing', async () => {
  const { credentials } = await box.connect('bluesky', 'shy');
  const half = request(`${box.url}/sandbox/bluesky/xrpc/com.atproto.repo.uploadBlob`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${credentials.accessToken}`,
      'content-length': '1000000',
      'content-type': 'image/jpeg',
    },
  });
  half.on('error', () => undefined);
  half.write(Buffer.alloc(1000));
  await new Promise((resolve) => setTimeout(resolve, 50));
  half.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal((await box.call('/api/posts')).status, 200);
});

test('the sandbox imports nothing from the product', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  for (const name of files) {
    const source = readFileSync(join(import.meta.dirname, name), 'utf8');
    for (const [, from = ''] of source.matchAll(/^(?:import|export)[^;]*? from '([^']+)'/gms)) {
      assert.match(from, /^(node:|\.)/, `${name} imports ${from}`);
      assert.ok(!from.includes('/src/'), `${name} imports ${from}`);
    }
  }
});

test('the feed hangs each post as its platform does, and plays what was uploaded', async () => {
  const { credentials, external_id: user } = await box.connect('threads', 'director');
  const token = credentials.accessToken;
  const send = (path: string, form: Record<string, string>) =>
    box.call(`/threads/v1.0/${user}/${path}`, { method: 'POST', form, token });
  const address = (name: string) => `${box.url}/sandbox/media/${name}`;
  const create = async (form: Record<string, string>) => {
    const { id } = (await send('threads', form)).json;
    const status = () => box.call(`/threads/v1.0/${id}?fields=status`, { token });
    await box.until(status, ({ json }) => json.status === 'FINISHED');
    return id as string;
  };
  const publish = async (form: Record<string, string>) =>
    (await send('threads_publish', { creation_id: await create(form) })).json.id;
  const film = await publish({ media_type: 'VIDEO', video_url: address('clip.mp4'), text: 'Film ab' });
  const item = { media_type: 'IMAGE', is_carousel_item: 'true' };
  const children = [
    await create({ ...item, image_url: address('square.jpg') }),
    await create({ ...item, image_url: address('portrait.jpg') }),
  ];
  await publish({ media_type: 'CAROUSEL', children: children.join(','), text: 'Zwei Bilder' });
  const { posts } = await box.posts('?platform=threads');
  const [media] = posts.find((post: { id: string }) => post.id === film).media;
  const clip = await box.sample('clip.mp4');
  const part = await fetch(media.url, { headers: { range: 'bytes=100-199' } });
  assert.deepEqual([part.status, part.headers.get('content-type')], [206, 'video/mp4']);
  assert.deepEqual(new Uint8Array(await part.arrayBuffer()), clip.slice(100, 200));
  assert.equal((await (await fetch(media.url)).arrayBuffer()).byteLength, clip.length);
  assert.equal((await box.call('/films/threads/none?size=1')).status, 404);
  const page = (await box.call('/?platform=threads')).json as string;
  assert.match(page, /<article class="card on-threads as-words"/);
  assert.match(page, /<video src="\/sandbox\/films\/threads\/[\w-]+\?size=\d+#t=0.1" controls/);
  assert.match(page, /<ul class="media strip-of"[^>]*><li>.*?1\/2.*?2\/2/s);
  assert.doesNotMatch(page, /(?:src|href)="(?:https?:)?\/\/(?!127\.0\.0\.1)/);
});
