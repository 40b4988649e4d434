import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askCommit,
  fakeMedia,
  fakeNow,
  fakePublishing,
  memoryStep,
  reply,
  type Seen,
} from '../publishing.fake.ts';
import { planChunks } from './limits.ts';
import { publish } from './publish.ts';
import {
  bad,
  complete,
  failedWith,
  good,
  hosts,
  POST_ID,
  type Script,
  server,
  settings,
  uploading,
} from './server.fake.ts';

const MiB = 1024 * 1024;
const chunk = 5 * MiB;
const bytes = 3 * chunk + 17;

test('chunks keep the rules of the media transfer guide', () => {
  for (const size of [1, 4_999_999, chunk, 2 * chunk - 1, 2 * chunk, 64 * MiB, 64 * MiB + 1, 4_000_000_000]) {
    const { size: each, count } = planChunks(size);
    assert.equal(count, Math.floor(size / each));
    assert.ok(count >= 1 && count <= 1000, `${size}: ${count}`);
    assert.ok(each <= 64_000_000 && (each >= 5_000_000 || each === size), `${size}: ${each}`);
    assert.ok(size - (count - 1) * each < 11 * MiB, 'the last chunk stays small');
  }
});

const ranges = (seen: Seen[]) =>
  seen.filter(({ method }) => method === 'PUT').map(({ headers }) => headers.get('content-range'));
const range = (from: number, to: number) => `bytes ${from}-${to - 1}/${bytes}`;
const all = [range(0, chunk), range(chunk, 2 * chunk), range(2 * chunk, bytes)];

function post(script: Script, seen: Seen[], step = memoryStep(), facts: object = {}) {
  const whole = fakeMedia('video', { size: bytes });
  const media = { ...whole, probe: async () => ({ ...(await whole.probe()), ...facts }) };
  return fakePublishing({ media: [media], settings, hosts, seen, step, network: server(script) });
}

test('a long video goes in order, with or without a stated size', async () => {
  for (const facts of [{}, { size: null }]) {
    const seen: Seen[] = [];
    assert.equal((await publish(post({}, seen, memoryStep(), facts))).id, POST_ID);
    assert.deepEqual(ranges(seen), all);
    const lengths = seen.filter(({ method }) => method === 'PUT').map(({ body }) => body.length);
    assert.deepEqual(lengths, [chunk, chunk, chunk + 17]);
    const init = seen.find(({ url }) => url.pathname.endsWith('/video/init/'))?.json();
    assert.deepEqual(init?.source_info, {
      source: 'FILE_UPLOAD',
      video_size: bytes,
      chunk_size: chunk,
      total_chunk_count: 3,
    });
  }
});

test('a chunk that is there already is passed over', async () => {
  const seen: Seen[] = [];
  const upload: Script['upload'] = ({ headers }) =>
    headers.get('content-range') === all[0] ? reply(416, {}) : new Response(null, { status: 206 });
  const status = (calls: number) => (calls === 1 ? uploading(chunk) : complete());
  await publish(post({ upload, status }, seen));
  assert.deepEqual(ranges(seen), all);
});

test('a chunk that does not fit waits; an address that is too old is replaced', async () => {
  const upload: Script['upload'] = ({ url }) =>
    url.searchParams.get('upload_id') === '1' ? reply(403, {}) : new Response(null, { status: 201 });
  const status = (calls: number) => (calls === 1 ? uploading(0) : complete());
  await assert.rejects(publish(post({ upload, status }, [])), { code: 'platform_not_ready' });
  const seen: Seen[] = [];
  let now = fakeNow;
  const late = { ...post({ upload, status }, seen), now: () => (now += 3_600_000) };
  assert.equal((await publish(late)).id, POST_ID);
  assert.deepEqual(ranges(seen), [all[0], ...all]);
});

test('an upload that is complete may have closed its address', async () => {
  const upload: Script['upload'] = ({ headers }) =>
    headers.get('content-range') === all[2] ? reply(404, {}) : new Response(null, { status: 206 });
  const seen: Seen[] = [];
  assert.equal((await publish(post({ upload }, seen))).id, POST_ID);
  assert.equal(seen.filter(({ url }) => url.pathname.endsWith('/video/init/')).length, 1);
});

test('after a lost last chunk only what has arrived decides', async () => {
  const step = memoryStep();
  let status = () => uploading(2 * chunk);
  let now = fakeNow;
  const upload: Script['upload'] = ({ headers }) =>
    headers.get('content-range') === all[2]
      ? bad(500, 'internal_error')
      : new Response(null, { status: 206 });
  const at = { ...post({ upload, status: () => status() }, [], step), now: () => now };
  await assert.rejects(publish(at), { code: 'platform_unavailable' });
  const lost = step.commits.get('publish-1');
  assert.equal(lost?.by === 'asking' && lost.absent, 'repeat');
  const found = () => askCommit(step, 'publish-1', fakeNow);
  const sent = { publishId: 'p1', privacy: 'PUBLIC_TO_EVERYONE', sentAt: now };
  assert.deepEqual(await found(), { is: 'absent' });
  for (const arrived of [() => uploading(bytes), () => complete(), () => failedWith('internal')]) {
    status = arrived;
    assert.deepEqual(await found(), { is: 'live', value: sent });
  }
  status = () => good({ status: 'PROCESSING_UPLOAD' });
  await assert.rejects(found(), { code: 'platform_unavailable' });
  status = () => uploading(2 * chunk);
  now += 3_600_000;
  assert.deepEqual(await found(), { is: 'void' });
});
