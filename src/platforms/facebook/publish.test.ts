import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askCommit,
  fakeMedia,
  fakeNow,
  fakePublishing,
  type MemoryStep,
  memoryStep,
  type Network,
  reply,
  type Seen,
} from '../publishing.fake.ts';
import { type FacebookSettings, facebook } from './index.ts';
import { publish } from './publish.ts';

const hosts = {
  graph: 'https://graph.example',
  rupload: 'https://rupload.example',
  web: 'https://web.example',
};
const settings: FacebookSettings = { video_as: 'video' };
const credentials = { accessToken: 'access', extra: { clientId: 'our-app' } };

interface Script {
  readonly feed?: () => Response;
  readonly listing?: () => Response;
  readonly permalink?: () => Response;
}

function server(script: Script = {}): Network {
  let photos = 0;
  return ({ method, url }) => {
    const path = url.pathname.replace('/v26.0/', '').replace('did:plc:me/', '');
    if (path === 'photos') {
      photos += 1;
      return reply(200, { id: `p${photos}` });
    }
    if (path === 'feed' && method === 'POST') return script.feed?.() ?? reply(200, { id: '1_2' });
    if (path === 'published_posts') return script.listing?.() ?? reply(200, { data: [] });
    if (path === '1_2')
      return script.permalink?.() ?? reply(200, { permalink_url: 'https://fb.example/1/posts/2' });
    return reply(404, {});
  };
}

const feedForm = (seen: Seen[]) => seen.find(({ url }) => url.pathname.endsWith('/feed'))?.form();

test('text and a link go straight to the feed', async () => {
  const seen: Seen[] = [];
  const link = 'https://example.com/a';
  const at = fakePublishing({ text: 'Hi', settings: { ...settings, link }, hosts, seen, network: server() });
  assert.deepEqual(await publish(at), { id: '1_2', url: 'https://fb.example/1/posts/2' });
  assert.deepEqual(feedForm(seen), { message: 'Hi', link });
  assert.equal(seen[0]?.headers.get('authorization'), 'Bearer access');
});

test('photos are uploaded unpublished and attached in their order', async () => {
  const seen: Seen[] = [];
  const media = [fakeMedia('image', {}, 'a cat'), fakeMedia('image', { type: 'image/png' })];
  await publish(fakePublishing({ text: 'Hi', media, settings, hosts, seen, network: server() }));
  assert.deepEqual(feedForm(seen), {
    message: 'Hi',
    attached_media: '[{"media_fbid":"p1"},{"media_fbid":"p2"}]',
  });
  const [first, second] = seen.filter(({ url }) => url.pathname.endsWith('/photos'));
  assert.match(first?.body ?? '', /name="published"\r\n\r\nfalse[\s\S]*name="alt_text_custom"\r\n\r\na cat/);
  assert.doesNotMatch(second?.body ?? '', /alt_text_custom/);
});

test('files Facebook cannot take are refused before anything is sent', async () => {
  for (const [media, reason] of [
    [fakeMedia('image', { type: 'image/webp' }), 'unsupported_type'],
    [fakeMedia('image', { size: 10 * 1024 * 1024 + 1 }), 'too_large'],
    [fakeMedia('video', { type: 'video/webm' }), 'unsupported_type'],
  ] as const) {
    const seen: Seen[] = [];
    const at = fakePublishing({ media: [media], settings, hosts, seen, network: server() });
    await assert.rejects(publish(at), (error: { code: string; facts: { reason: string } }) => {
      assert.deepEqual([error.code, error.facts.reason], ['media_rejected', reason]);
      return true;
    });
    assert.equal(seen.length, 0);
  }
});

async function findWith(listing: () => Response, post: { text?: string; photos?: number } = {}) {
  const step: MemoryStep = memoryStep();
  const media = Array.from({ length: post.photos ?? 0 }, () => fakeMedia('image'));
  const text = post.text ?? 'Hi';
  const network = server({ listing });
  await publish(fakePublishing({ text, media, settings, hosts, credentials, step, network }));
  return () => askCommit(step, 'feed', fakeNow);
}

const item = (id: string, more: Record<string, unknown> = {}, offsetMs = 0) => ({
  id,
  message: 'Hi',
  created_time: new Date(fakeNow + offsetMs).toISOString().replace('.000Z', '+0000'),
  application: { id: 'our-app' },
  ...more,
});
const listOf =
  (...data: unknown[]) =>
  () =>
    reply(200, { data });

test('a lost text is found by its words, its time and our app', async () => {
  const cases: [unknown, unknown][] = [
    [item('1_9'), { is: 'live', value: { id: '1_9' } }],
    [item('1_9', { message: 'Hi\r\n' }), { is: 'live', value: { id: '1_9' } }],
    [item('1_9', { message: 'Other' }), { is: 'absent' }],
    [item('1_9', { application: { id: 'another-app' } }), { is: 'absent' }],
    [item('1_9', {}, -90_000), { is: 'absent' }],
    [item('taken_9'), { is: 'absent' }],
  ];
  for (const [post, found] of cases) assert.deepEqual(await (await findWith(listOf(post)))(), found);
});

test('a lost photo post is found by its photos alone', async () => {
  const photo = (id: string) => ({ target: { id } });
  const album = (...ids: string[]) => ({
    attachments: { data: [{ target: { id: 'album' }, subattachments: { data: ids.map(photo) } }] },
  });
  const one = await findWith(listOf(item('1_9', { attachments: { data: [photo('p1')] } })), { photos: 1 });
  assert.deepEqual(await one(), { is: 'live', value: { id: '1_9' } });
  const two = await findWith(listOf(item('1_8', album('x')), item('1_9', album('p1', 'p2'))), { photos: 2 });
  assert.deepEqual(await two(), { is: 'live', value: { id: '1_9' } });
  const none = await findWith(listOf(item('1_9', album('x', 'y'))), { photos: 2 });
  assert.deepEqual(await none(), { is: 'absent' });
});

test('where the Page cannot be read nobody can tell', async () => {
  const find = await findWith(() => reply(403, { error: { code: 10, message: 'no' } }));
  await assert.rejects(find(), { code: 'outcome_unknown' });
  const step = memoryStep();
  await publish(fakePublishing({ text: 'Hi', settings, hosts, step, network: server() }));
  const lost = step.commits.get('feed');
  assert.equal(lost?.by === 'asking' && lost.absent, 'person');
});

test('a missing permalink does not undo a live post', async () => {
  const network = server({ permalink: () => reply(400, { error: { code: 100, error_subcode: 33 } }) });
  const at = fakePublishing({ text: 'Hi', settings, hosts, network });
  assert.deepEqual(await publish(at), { id: '1_2', url: 'https://web.example/1_2' });
});

test('settings: sensible without any, and a link stands alone', () => {
  assert.deepEqual(facebook.settings.parse({}), { video_as: 'video' });
  assert.equal(facebook.settings.safeParse({ link: 'javascript:alert(1)' }).success, false);
  assert.equal(facebook.settings.safeParse({ unknown: 1 }).success, false);
  const draft = { text: '', mediaCount: 1, settings: { ...settings, link: 'https://example.com' } };
  assert.equal(facebook.check?.({ ...draft, type: 'image' })[0]?.code, 'field_wrong');
  assert.deepEqual(facebook.check?.({ ...draft, type: 'text' }), []);
});
