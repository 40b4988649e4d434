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
import { type ThreadsSettings, threads } from './index.ts';
import { publish } from './publish.ts';

const hosts = { graph: 'https://graph.example', web: 'https://web.example' };
const settings: ThreadsSettings = {};

interface Script {
  readonly status?: (container: string) => Response;
  readonly publish?: (container: string) => Response;
  readonly listing?: () => Response;
  readonly permalink?: () => Response;
  readonly used?: number;
}

const status = (name: string, message?: string) => () => reply(200, { status: name, error_message: message });

function server(script: Script = {}): Network {
  let containers = 0;
  return ({ method, url, form }) => {
    const path = url.pathname.replace('/v1.0/', '').replace('did:plc:me/', '');
    if (path === 'threads_publishing_limit') {
      return reply(200, { data: [{ quota_usage: script.used ?? 1, config: { quota_total: 250 } }] });
    }
    if (path === 'threads_publish')
      return script.publish?.(form().creation_id ?? '') ?? reply(200, { id: 'm1' });
    if (path === 'threads' && method === 'GET') return script.listing?.() ?? reply(200, { data: [] });
    if (path === 'threads') {
      containers += 1;
      return reply(200, { id: `c${containers}` });
    }
    if (path === 'm1')
      return script.permalink?.() ?? reply(200, { permalink: 'https://threads.example/@me/post/x' });
    return script.status?.(path) ?? status('FINISHED')();
  };
}

const creations = (seen: Seen[]) =>
  seen
    .filter(({ method, url }) => method === 'POST' && url.pathname.endsWith('/threads'))
    .map((call) => call.form());

test('a text with its settings: container, wait, publish, link', async () => {
  const seen: Seen[] = [];
  const all: ThreadsSettings = {
    reply_control: 'mentioned_only',
    topic_tag: 'letters',
    link_attachment: 'https://example.com/',
  };
  const at = fakePublishing({ text: 'Hi', settings: all, hosts, seen, network: server() });
  assert.deepEqual(await publish(at), { id: 'm1', url: 'https://threads.example/@me/post/x' });
  assert.deepEqual(creations(seen), [{ media_type: 'TEXT', text: 'Hi', ...all }]);
});

test('an image, a video, and a carousel with its children first', async () => {
  const sent = async (media: Parameters<typeof fakeMedia>[]) => {
    const seen: Seen[] = [];
    const files = media.map((one) => fakeMedia(...one));
    await publish(fakePublishing({ text: 'Hi', media: files, settings, hosts, seen, network: server() }));
    return creations(seen);
  };
  assert.deepEqual(await sent([['image', {}, 'a cat']]), [
    { media_type: 'IMAGE', image_url: 'https://files.example/image', alt_text: 'a cat', text: 'Hi' },
  ]);
  assert.deepEqual(await sent([['video']]), [
    { media_type: 'VIDEO', video_url: 'https://files.example/video', text: 'Hi' },
  ]);
  assert.deepEqual(await sent([['image'], ['video']]), [
    { is_carousel_item: 'true', media_type: 'IMAGE', image_url: 'https://files.example/image' },
    { is_carousel_item: 'true', media_type: 'VIDEO', video_url: 'https://files.example/video' },
    { media_type: 'CAROUSEL', children: 'c1,c2', text: 'Hi' },
  ]);
});

test('files and quotas are looked at before any container', async () => {
  const fail = async (script: Script, facts: Parameters<typeof fakeMedia>[1]) => {
    const seen: Seen[] = [];
    const media = [fakeMedia('image', facts)];
    const at = fakePublishing({ media, settings, hosts, seen, network: server(script) });
    const error = await publish(at).then(
      () => assert.fail('was published'),
      (reason) => reason,
    );
    assert.equal(creations(seen).length, 0);
    return error;
  };
  assert.equal((await fail({}, { type: 'image/webp' })).facts.reason, 'unsupported_type');
  assert.equal((await fail({}, { width: 1001, height: 100 })).facts.reason, 'wrong_ratio');
  const full = await fail({ used: 250 }, {});
  assert.deepEqual([full.code, full.retryAfterSeconds], ['platform_rate_limited', 3600]);
});

test('a container that failed without blame is made anew once, a bad file is not', async () => {
  const seen: Seen[] = [];
  const failing = status('ERROR', 'UNKNOWN');
  const once: Script = { status: (id) => (id === 'c1' ? failing() : status('FINISHED')()) };
  const media = [fakeMedia('image')];
  assert.equal(
    (await publish(fakePublishing({ media, settings, hosts, seen, network: server(once) }))).id,
    'm1',
  );
  assert.equal(creations(seen).length, 2);
  const bad = { media, settings, hosts, network: server({ status: status('ERROR', 'INVALID_ASPEC_RATIO') }) };
  await assert.rejects(publish(fakePublishing(bad)), { code: 'media_rejected' });
});

const item = (id: string, text: string, offsetMs = 0) => ({
  id,
  text,
  timestamp: new Date(fakeNow + offsetMs).toISOString().replace('.000Z', '+0000'),
});

test('a lost answer is settled by the container’s state', async () => {
  const find = async (script: Script) => {
    const step = memoryStep();
    await publish(fakePublishing({ text: 'Hi', settings, hosts, step, network: server({}) }));
    const again = memoryStep();
    for (const [key, value] of step.memory) if (!key.startsWith('publish')) again.memory.set(key, value);
    await publish(fakePublishing({ text: 'Hi', settings, hosts, step: again, network: server(script) }));
    return askCommit(again, 'publish-1', fakeNow);
  };
  const listing = () =>
    reply(200, {
      data: [item('m0', 'Other'), item('taken', 'Hi'), item('m1', 'Hi'), item('m2', 'Hi', -90_000)],
    });
  const live = (mediaId: string | null) => ({ is: 'live', value: { mediaId } });
  assert.deepEqual(await find({ status: status('PUBLISHED'), listing }), live('m1'));
  assert.deepEqual(await find({ status: status('PUBLISHED'), listing: () => reply(500, {}) }), live(null));
  assert.deepEqual(await find({ status: status('FINISHED') }), { is: 'absent' });
  assert.deepEqual(await find({ status: status('EXPIRED') }), { is: 'void' });
  await assert.rejects(find({ status: status('IN_PROGRESS') }), { code: 'platform_not_ready' });
});

const denied = () => reply(400, { error: { code: 24, error_subcode: 4279009, message: 'Media Not Found' } });

test('a container that Threads denies is a lost answer at first', async () => {
  const at = fakePublishing({ text: 'Hi', settings, hosts, network: server({ publish: denied }) });
  await assert.rejects(publish(at), { code: 'platform_unavailable' });
});

test('after a minute a denied container is given up, unless the profile shows its post', async () => {
  const run = async (listing: () => Response, deny: (container: string) => boolean) => {
    const seen: Seen[] = [];
    const network = server({
      publish: (container) => (deny(container) ? denied() : reply(200, { id: 'm1' })),
      listing,
    });
    const at = fakePublishing({ text: 'Hi', settings, hosts, seen, network });
    let clock = fakeNow;
    return {
      end: await publish({ ...at, now: () => (clock += 61_000) }).catch((error) => error),
      made: creations(seen).length,
    };
  };
  const nothing = () => reply(200, { data: [] });
  const second = await run(nothing, (container) => container === 'c1');
  assert.deepEqual([second.end.id, second.made], ['m1', 2]);
  const shown = () => reply(200, { data: [item('m1', 'Hi', 61_000)] });
  const found = await run(shown, () => true);
  assert.deepEqual([found.end.id, found.made], ['m1', 1]);
  const never = await run(nothing, () => true);
  assert.deepEqual([never.end.code, never.made], ['platform_rejected', 3]);
});

test('a missing permalink does not undo a live post', async () => {
  const network = server({ permalink: () => reply(400, { error: { code: 100, error_subcode: 33 } }) });
  const at = fakePublishing({ text: 'Hi', settings, hosts, network });
  assert.deepEqual(await publish(at), { id: 'm1', url: null });
});

test('settings and links', () => {
  assert.deepEqual(threads.settings.parse({}), {});
  assert.equal(threads.settings.safeParse({ topic_tag: 'a.b' }).success, false);
  assert.equal(threads.settings.safeParse({ reply_control: 'nobody' }).success, false);
  const draft = (text: string, more: ThreadsSettings = {}) =>
    threads.check?.({ type: 'text', text, mediaCount: 0, settings: more }).map(({ code }) => code);
  const links = (count: number) =>
    Array.from({ length: count }, (_, n) => `https://example.com/${n}`).join(' ');
  assert.deepEqual(draft(links(5)), []);
  assert.deepEqual(draft(`${links(5)} ${links(5)}`), []);
  assert.deepEqual(draft(links(6)), ['too_many_links']);
  assert.deepEqual(draft(links(5), { link_attachment: 'https://example.org/' }), ['too_many_links']);
  const withMedia = {
    type: 'image',
    text: '',
    mediaCount: 1,
    settings: { link_attachment: 'https://a.example' },
  } as const;
  assert.equal(threads.check?.(withMedia)[0]?.code, 'field_wrong');
});
