import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askCommit,
  callOver,
  fakeMedia,
  fakeNow,
  fakePublishing,
  memoryStep,
  type Network,
  reply,
  type Seen,
} from '../publishing.fake.ts';
import { auth } from './auth.ts';
import { instagram } from './index.ts';
import { publish } from './publish.ts';

const hosts = { graph: 'https://graph.example' };
const settings = { share_to_feed: true };

interface Script {
  readonly status?: (container: string) => Response;
  readonly publish?: () => Response;
  readonly listing?: () => Response;
  readonly permalink?: () => Response;
  readonly used?: number;
}

const finished = () => reply(200, { status_code: 'FINISHED', id: 'c' });

function server(script: Script = {}): Network {
  let containers = 0;
  return ({ method, url }) => {
    const path = url.pathname.replace('/v26.0/', '').replace('did:plc:me/', '');
    if (path === 'content_publishing_limit') {
      const config = { quota_total: 100, quota_duration: 86_400 };
      return reply(200, { data: [{ quota_usage: script.used ?? 1, config }] });
    }
    if (path === 'media_publish') return script.publish?.() ?? reply(200, { id: 'm1' });
    if (path === 'media' && method === 'GET') return script.listing?.() ?? reply(200, { data: [] });
    if (path === 'media') {
      containers += 1;
      return reply(200, { id: `c${containers}` });
    }
    if (path === 'm1') {
      return script.permalink?.() ?? reply(200, { id: 'm1', permalink: 'https://www.instagram.com/p/x/' });
    }
    return script.status?.(path) ?? finished();
  };
}

const creations = (seen: Seen[]) =>
  seen
    .filter(({ method, url }) => method === 'POST' && url.pathname.endsWith('/media'))
    .map((call) => call.form());

test('a single image: container, wait, publish, link', async () => {
  const seen: Seen[] = [];
  const media = [fakeMedia('image', {}, 'a cat')];
  const at = fakePublishing({ text: 'Hi', media, settings, hosts, seen, network: server() });
  assert.deepEqual(await publish(at), { id: 'm1', url: 'https://www.instagram.com/p/x/' });
  assert.deepEqual(creations(seen), [
    { image_url: 'https://files.example/image', alt_text: 'a cat', caption: 'Hi' },
  ]);
  const sent = seen.find(({ url }) => url.pathname.endsWith('media_publish'));
  assert.deepEqual(sent?.form(), { creation_id: 'c1' });
  assert.equal(sent?.headers.get('authorization'), 'Bearer access');
});

test('a video is a Reel with its cover', async () => {
  const seen: Seen[] = [];
  const post = { media: [fakeMedia('video')], cover: fakeMedia('image'), settings, hosts, seen };
  await publish(fakePublishing({ ...post, network: server() }));
  assert.deepEqual(creations(seen), [
    {
      media_type: 'REELS',
      video_url: 'https://files.example/video',
      cover_url: 'https://files.example/image',
      share_to_feed: 'true',
    },
  ]);
});

test('a carousel: its children first, then the parent', async () => {
  const seen: Seen[] = [];
  const media = [fakeMedia('image'), fakeMedia('image'), fakeMedia('image')];
  await publish(fakePublishing({ text: 'Hi', media, settings, hosts, seen, network: server() }));
  const [first, , , parent] = creations(seen);
  assert.deepEqual(first, { is_carousel_item: 'true', image_url: 'https://files.example/image' });
  assert.deepEqual(parent, { media_type: 'CAROUSEL', children: 'c1,c2,c3', caption: 'Hi' });
});

test('files Instagram cannot take are refused before any container', async () => {
  for (const [kind, facts, fact] of [
    [
      'image',
      { type: 'image/png' },
      { reason: 'unsupported_type', type: 'image/png', types: ['image/jpeg'] },
    ],
    ['image', { size: 8 * 1024 * 1024 + 1 }, { reason: 'too_large', bytes: 8_388_609, max: 8_388_608 }],
    [
      'video',
      { type: 'video/webm' },
      { reason: 'unsupported_type', type: 'video/webm', types: ['video/mp4', 'video/quicktime'] },
    ],
  ] as const) {
    const seen: Seen[] = [];
    const media = [fakeMedia(kind, facts)];
    await assert.rejects(publish(fakePublishing({ media, settings, hosts, seen, network: server() })), {
      code: 'media_rejected',
      facts: { platform: 'instagram', ...fact },
    });
    assert.equal(creations(seen).length, 0);
  }
});

test('a full quota waits without making a container', async () => {
  const seen: Seen[] = [];
  const media = [fakeMedia('image')];
  const at = fakePublishing({ media, settings, hosts, seen, network: server({ used: 100 }) });
  await assert.rejects(publish(at), { code: 'platform_rate_limited', retryAfterSeconds: 3600 });
  assert.equal(creations(seen).length, 0);
});

test('a container that failed on their side is made anew, one with a bad file is not', async () => {
  const failed = (words: string) => reply(200, { status_code: 'ERROR', status: words });
  const seen: Seen[] = [];
  const media = [fakeMedia('video')];
  const network = server({ status: (id) => (id === 'c1' ? failed('Error: 2207077') : finished()) });
  await publish(fakePublishing({ media, settings, hosts, seen, network }));
  assert.equal(creations(seen).length, 2);
  const bad = server({ status: () => failed('Error code 2207026') });
  await assert.rejects(publish(fakePublishing({ media, settings, hosts, network: bad })), {
    code: 'media_rejected',
  });
});

async function findWith(script: Script, text = 'Hi') {
  const step = memoryStep();
  const media = [fakeMedia('image')];
  const lostAnswer = server({ publish: () => reply(500, {}) });
  const begin = fakePublishing({ text, media, settings, hosts, step, network: lostAnswer });
  await assert.rejects(publish(begin), { code: 'platform_unavailable' });
  // The next run of the same delivery, on a network that has come back.
  step.memory.set('publish', JSON.stringify({ mediaId: null }));
  const published = await publish(
    fakePublishing({ text, media, settings, hosts, step, network: server(script) }),
  );
  return { published, found: () => askCommit(step, 'publish', fakeNow) };
}

const status = (code: string) => () => reply(200, { status_code: code });
const item = (id: string, caption: string, offsetMs = 0) => ({
  id,
  caption,
  timestamp: new Date(fakeNow + offsetMs).toISOString().replace('.000Z', '+0000'),
});

test('a lost answer is settled by the container’s state', async () => {
  const listing = () =>
    reply(200, {
      data: [item('m0', 'Other'), item('taken', 'Hi'), item('m1', 'Hi'), item('m2', 'Hi', -90_000)],
    });
  const live = await findWith({ status: status('PUBLISHED'), listing });
  assert.deepEqual(await live.found(), { is: 'live', value: { mediaId: 'm1' } });
  assert.deepEqual(await (await findWith({ status: status('FINISHED') })).found(), { is: 'absent' });
  assert.deepEqual(await (await findWith({ status: status('EXPIRED') })).found(), { is: 'void' });
  assert.deepEqual(await (await findWith({ status: status('ERROR') })).found(), { is: 'void' });
  await assert.rejects((await findWith({ status: status('IN_PROGRESS') })).found(), {
    code: 'platform_not_ready',
  });
  const unreadable = () => reply(400, { error: { code: 100, error_subcode: 33 } });
  await assert.rejects((await findWith({ status: unreadable })).found(), { code: 'platform_unavailable' });
});

test('a live post that cannot be told apart keeps the container as its name', async () => {
  for (const listing of [
    () => reply(200, { data: [item('m1', 'Hi'), item('m2', 'Hi')] }),
    () => reply(200, { data: [] }),
    () => reply(500, {}),
  ]) {
    const { published, found } = await findWith({ status: status('PUBLISHED'), listing });
    assert.deepEqual(await found(), { is: 'live', value: { mediaId: null } });
    assert.deepEqual(published, { id: 'container:c1', url: null });
  }
});

test('a missing permalink does not undo a live post', async () => {
  const network = server({ permalink: () => reply(400, { error: { code: 100, error_subcode: 33 } }) });
  const media = [fakeMedia('image')];
  assert.deepEqual(await publish(fakePublishing({ media, settings, hosts, network })), {
    id: 'm1',
    url: null,
  });
});

test('a token is renewed once it is a day old', async () => {
  const seen: Seen[] = [];
  const call = callOver(
    () => reply(200, { access_token: 'new', token_type: 'bearer', expires_in: 5_183_944 }),
    seen,
  );
  const young = { accessToken: 'old', extra: { issuedAt: String(fakeNow - 3_600_000) } };
  assert.equal(await auth.refresh({ call, hosts, credentials: young, now: fakeNow }), young);
  const untold = { accessToken: 'old', expiresAt: fakeNow + 59.5 * 86_400_000 };
  assert.equal(await auth.refresh({ call, hosts, credentials: untold, now: fakeNow }), untold);
  const grown = { accessToken: 'old', extra: { issuedAt: String(fakeNow - 86_400_000), keep: 'me' } };
  assert.deepEqual(await auth.refresh({ call, hosts, credentials: grown, now: fakeNow }), {
    accessToken: 'new',
    expiresAt: fakeNow + 5_183_944_000,
    extra: { issuedAt: String(fakeNow), keep: 'me' },
  });
  assert.equal(seen[0]?.url.pathname, '/refresh_access_token');
  const refusing = callOver(() => reply(400, { error: { code: 190, message: 'Session has expired' } }));
  await assert.rejects(auth.refresh({ call: refusing, hosts, credentials: grown, now: fakeNow }), {
    code: 'platform_auth',
  });
});

test('numbers that have not come yet are missing, not zero', async () => {
  const read = async (data: unknown[]) => {
    const at = fakePublishing({ settings, hosts, network: () => reply(200, { data }) });
    return await instagram.insights?.(at, { id: 'm1', url: null });
  };
  assert.deepEqual(await read([]), {});
  const told = [
    { name: 'likes', values: [{ value: 0 }] },
    { name: 'reach', total_value: { value: 7 } },
    { name: 'saved', values: [{ value: 3 }] },
  ];
  assert.deepEqual(await read(told), { likes: 0, reach: 7 });
});

test('too many hashtags or mentions are named', () => {
  const draft = (text: string) => instagram.check?.({ type: 'image', text, mediaCount: 1, settings }) ?? [];
  assert.deepEqual(draft('#a '.repeat(30) + '@b '.repeat(20)), []);
  assert.deepEqual(draft('#a '.repeat(31)), [
    { code: 'too_many_hashtags', facts: { platform: 'instagram', count: 31, max: 30 } },
  ]);
  assert.equal(draft('@b '.repeat(21))[0]?.code, 'too_many_mentions');
  assert.deepEqual(draft('mail@example.com '.repeat(21)), []);
});
