import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askCommit,
  fakeMedia,
  fakeNow,
  fakePublishing,
  memoryStep,
  type Network,
  reply,
  type Seen,
} from '../publishing.fake.ts';
import { isOurs, madeAt } from './find-pin.ts';
import { publish } from './publish.ts';
import { settings as schema } from './settings.ts';

const hosts = { api: 'https://api.example', web: 'https://web.example' };
const settings = schema.parse({ board_id: '7' });

interface Script {
  readonly pin?: () => Response;
  readonly pins?: Network;
  readonly status?: () => Response;
  readonly upload?: () => Response;
}

function server(script: Script = {}): Network {
  return (request) => {
    const { method, url } = request;
    if (url.host === 'bucket.example') return script.upload?.() ?? new Response(null, { status: 204 });
    if (url.pathname === '/v5/media') {
      const upload_parameters = { key: 'k', policy: 'p', 'Content-Type': 'multipart/form-data' };
      return reply(201, {
        media_id: '5',
        media_type: 'video',
        upload_url: 'https://bucket.example/',
        upload_parameters,
      });
    }
    if (url.pathname === '/v5/media/5') return script.status?.() ?? reply(200, { status: 'succeeded' });
    if (url.pathname === '/v5/pins' && method === 'POST') return script.pin?.() ?? reply(201, { id: '99' });
    return script.pins?.(request) ?? reply(200, { items: [], bookmark: null });
  };
}

const sent = (seen: Seen[]) => seen.find(({ url }) => url.pathname === '/v5/pins')?.json();

test('an image pin is one call with the picture’s address', async () => {
  const seen: Seen[] = [];
  const more = { ...settings, title: 'T', link: 'https://example.com/', board_section_id: '8' };
  const media = [fakeMedia('image', {}, 'a cat')];
  const at = fakePublishing({ text: 'Hi', media, settings: more, hosts, seen, network: server() });
  assert.deepEqual(await publish(at), { id: '99', url: 'https://web.example/pin/99/' });
  assert.equal(seen.length, 1);
  assert.deepEqual(sent(seen), {
    board_id: '7',
    board_section_id: '8',
    title: 'T',
    description: 'Hi',
    link: 'https://example.com/',
    alt_text: 'a cat',
    media_source: { source_type: 'image_url', url: 'https://files.example/image' },
  });
});

test('a carousel names every picture', async () => {
  const seen: Seen[] = [];
  const media = [fakeMedia('image'), fakeMedia('image')];
  await publish(fakePublishing({ media, settings, hosts, seen, network: server() }));
  const url = 'https://files.example/image';
  assert.deepEqual(sent(seen), {
    board_id: '7',
    media_source: { source_type: 'multiple_image_urls', items: [{ url }, { url }] },
  });
});

for (const [name, stated] of [
  ['of stated size', true],
  ['of unstated size', false],
] as const) {
  test(`a video ${name} goes to the bucket as a form of known length`, async () => {
    const seen: Seen[] = [];
    const whole = fakeMedia('video', { size: 3000 });
    const media = stated
      ? whole
      : { ...whole, probe: async () => ({ ...(await whole.probe()), size: null }) };
    const states = ['processing', 'processing'];
    const status = () => reply(200, { status: states.pop() ?? 'succeeded' });
    const cover = fakeMedia('image');
    await publish(
      fakePublishing({ media: [media], cover, settings, hosts, seen, network: server({ status }) }),
    );
    const form = seen.find(({ url }) => url.host === 'bucket.example');
    assert.equal(form?.headers.get('content-length'), String(form?.body.length));
    assert.equal(form?.headers.get('authorization'), null);
    assert.match(
      form?.body ?? '',
      /name="key"\r\n\r\nk\r\n[\s\S]*name="policy"\r\n\r\np\r\n[\s\S]*name="file"; filename="video"/,
    );
    assert.deepEqual(sent(seen)?.media_source, {
      source_type: 'video_id',
      media_id: '5',
      cover_image_url: 'https://files.example/image',
    });
  });
}

test('a video without a cover shows a frame of itself; a failed one is the file’s fault', async () => {
  const seen: Seen[] = [];
  const media = [fakeMedia('video')];
  const later = { ...settings, cover_second: 3 };
  await publish(fakePublishing({ media, settings: later, hosts, seen, network: server() }));
  assert.deepEqual(sent(seen)?.media_source, {
    source_type: 'video_id',
    media_id: '5',
    cover_image_key_frame_time: 3,
  });
  const failed = server({ status: () => reply(200, { status: 'failed' }) });
  await assert.rejects(publish(fakePublishing({ media, settings, hosts, network: failed })), {
    code: 'media_rejected',
    facts: { platform: 'pinterest', reason: 'processing_failed' },
  });
});

test('files Pinterest cannot take are refused before anything is sent', async () => {
  for (const media of [
    fakeMedia('image', { type: 'image/avif' }),
    fakeMedia('image', { size: 20 * 1024 * 1024 + 1 }),
    fakeMedia('video', { type: 'video/webm' }),
  ]) {
    const seen: Seen[] = [];
    const at = fakePublishing({ media: [media], settings, hosts, seen, network: server() });
    await assert.rejects(publish(at), { code: 'media_rejected' });
    assert.equal(seen.length, 0);
  }
});

async function lookFor(given: Record<string, unknown>, pins: Network, text = 'Hi') {
  const step = memoryStep();
  const options = { ...settings, ...given };
  const post = { text, media: [fakeMedia('image')], settings: options, hosts, step };
  const seen: Seen[] = [];
  const network = server({ pin: () => reply(503, {}), pins });
  await assert.rejects(publish(fakePublishing({ ...post, seen, network })), { code: 'platform_unavailable' });
  const lost = step.commits.get('pin');
  const absent = lost?.by === 'asking' ? lost.absent : null;
  return { absent, link: String(sent(seen)?.link), find: () => askCommit(step, 'pin', fakeNow) };
}

const item = (id: string, more: Record<string, unknown> = {}, offsetMs = 0) => ({
  id,
  // As the real one: UTC, but without saying so.
  created_at: new Date(fakeNow + offsetMs).toISOString().slice(0, 19),
  description: 'Hi',
  ...more,
});

test('a lost pin is found by its words on any of the pages, and only in our window', async () => {
  const paths: string[] = [];
  const { find, absent } = await lookFor({ title: 'T' }, ({ url }) => {
    paths.push(url.pathname);
    return url.searchParams.has('bookmark')
      ? reply(200, { items: [item('3', { title: 'T' })], bookmark: '' })
      : reply(200, {
          items: [item('1'), item('taken', { title: 'T' }), item('2', { title: 'T' }, -90_000)],
          bookmark: 'b',
        });
  });
  assert.deepEqual(await find(), { is: 'live', value: { id: '3' } });
  assert.equal(paths[0], '/v5/boards/7/pins');
  assert.equal(absent, 'person');
});

test('a lost pin in a section is looked for there', async () => {
  const paths: string[] = [];
  const { find } = await lookFor({ board_section_id: '8' }, ({ url }) => {
    paths.push(url.pathname);
    return reply(200, { items: [] });
  });
  assert.deepEqual(await find(), { is: 'absent' });
  assert.deepEqual(paths, ['/v5/boards/7/sections/8/pins']);
});

test('a marked link proves both ways, and keeps the user’s own parameters', async () => {
  const marked = { link: 'https://example.com/?utm_content=mine', mark_link: true };
  const lost = await lookFor(marked, () => reply(200, { items: [item('1')] }));
  assert.match(lost.link, /^https:\/\/example\.com\/\?utm_content=mine&utm_id=[0-9a-f]{12}$/);
  assert.equal(lost.absent, 'repeat');
  assert.deepEqual(await lost.find(), { is: 'absent' });
});

test('a pin is ours by its mark, or by all of its words', () => {
  const words = { title: 'T', description: 'a  b', link: '', alt_text: '', mark: null };
  assert.ok(isOurs({ title: 'T ', description: 'a b', link: null, alt_text: null }, words));
  assert.ok(!isOurs({ title: 'T', description: 'a b', link: 'https://other.example' }, words));
  assert.ok(!isOurs({}, { title: '', description: '', link: '', alt_text: '', mark: null }));
  assert.ok(isOurs({ link: 'https://a.example/?utm_content=abc' }, { ...words, mark: 'abc' }));
  assert.ok(!isOurs({ title: 'T', description: 'a b' }, { ...words, mark: 'abc' }));
  assert.equal(madeAt({ created_at: '2022-10-13T01:40:29' }), Date.UTC(2022, 9, 13, 1, 40, 29));
  assert.equal(madeAt({ created_at: '2022-10-13T01:40:29+01:00' }), Date.UTC(2022, 9, 13, 0, 40, 29));
});
