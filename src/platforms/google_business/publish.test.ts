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
import { buildPost, isOurs } from './local-post.ts';
import { publish } from './publish.ts';
import { settings as schema } from './settings.ts';

const hosts = { posts: 'https://posts.example' };
const settings = schema.parse({});
const photo = (facts = {}) => fakeMedia('image', { size: 20_000, width: 800, height: 600, ...facts });
const name = 'accounts/1/locations/2/localPosts/3';
const live = { name, state: 'LIVE', searchUrl: 'https://search.example/p' };

interface Script {
  readonly create?: () => Response;
  readonly read?: () => Response;
  readonly list?: Network;
}

function server(script: Script = {}): Network {
  return (request) => {
    const { method, url } = request;
    if (method === 'POST') return script.create?.() ?? reply(200, { name, state: 'PROCESSING' });
    if (url.pathname === `/v4/${name}`) return script.read?.() ?? reply(200, live);
    return script.list?.(request) ?? reply(200, {});
  };
}

/** The fake's account is not a location; this one is. */
function at(post: Omit<Parameters<typeof fakePublishing<typeof settings>>[0], 'hosts'>) {
  const account = { externalId: 'accounts/1/locations/2', username: null };
  return { ...fakePublishing({ ...post, hosts }), account };
}

const sent = (seen: Seen[]) => seen.find(({ method }) => method === 'POST')?.json();

test('a text post waits for the review and takes its link from there', async () => {
  const seen: Seen[] = [];
  const earlier = [{ name, state: 'PROCESSING' }, { name }];
  const read = () => reply(200, earlier.pop() ?? live);
  const published = await publish(at({ text: 'Hi', settings, seen, network: server({ read }) }));
  assert.deepEqual(published, { id: name, url: 'https://search.example/p' });
  assert.equal(seen[0]?.url.pathname, '/v4/accounts/1/locations/2/localPosts');
  assert.deepEqual(sent(seen), { topicType: 'STANDARD', summary: 'Hi' });
  assert.equal(seen.length, 4);
});

test('a post that is live at once is not asked for again', async () => {
  const seen: Seen[] = [];
  await publish(at({ text: 'Hi', settings, seen, network: server({ create: () => reply(200, live) }) }));
  assert.equal(seen.length, 1);
});

test('event, button and picture as Google writes them', async () => {
  const seen: Seen[] = [];
  const full = schema.parse({
    topic_type: 'EVENT',
    language_code: 'de',
    event: { title: 'Fest', start: '2026-12-01T09:30', end: '2026-12-02T00:00' },
    call_to_action: { action_type: 'BOOK', url: 'https://example.com/' },
  });
  await publish(at({ text: 'Hi', media: [photo()], settings: full, seen, network: server() }));
  assert.deepEqual(sent(seen), {
    topicType: 'EVENT',
    languageCode: 'de',
    summary: 'Hi',
    media: [{ mediaFormat: 'PHOTO', sourceUrl: 'https://files.example/image' }],
    callToAction: { actionType: 'BOOK', url: 'https://example.com/' },
    event: {
      title: 'Fest',
      schedule: {
        startDate: { year: 2026, month: 12, day: 1 },
        startTime: { hours: 9, minutes: 30, seconds: 0, nanos: 0 },
        endDate: { year: 2026, month: 12, day: 2 },
        endTime: { hours: 0, minutes: 0, seconds: 0, nanos: 0 },
      },
    },
  });
});

test('a late rejection is a failure, although the post was taken in', async () => {
  const read = () => reply(200, { name, state: 'REJECTED' });
  await assert.rejects(publish(at({ text: 'Hi', settings, network: server({ read }) })), {
    code: 'platform_rejected',
    facts: { platform: 'google_business', reason: 'policy' },
  });
});

test('trouble with reading never undoes a post that is out', async () => {
  const troubles = [reply(500, {}), reply(404, {}), reply(403, {}), reply(200, { odd: true })];
  const read = () => troubles.pop() ?? reply(200, live);
  assert.equal((await publish(at({ text: 'Hi', settings, network: server({ read }) }))).id, name);
  assert.equal(troubles.length, 0);
});

test('a dead token stops the review once, to be renewed, and not again', async () => {
  const step = memoryStep();
  const refusals = Array.from({ length: 3 }, () => reply(401, { error: { status: 'UNAUTHENTICATED' } }));
  const read = () => refusals.pop() ?? reply(200, live);
  const post = { text: 'Hi', settings, step, network: server({ read }) };
  await assert.rejects(publish(at(post)), { code: 'platform_auth', refreshable: true });
  assert.equal((await publish(at(post))).id, name);
});

test('a review without end counts as published after an hour', async () => {
  const step = memoryStep();
  let now = fakeNow;
  const read = () => reply(200, { name, state: 'PROCESSING' });
  const slow = {
    ...at({ text: 'Hi', settings, step, network: server({ read }) }),
    now: () => {
      now += 60_000;
      return now;
    },
  };
  assert.deepEqual(await publish(slow), { id: name, url: null });
  assert.ok(now - fakeNow >= 3_600_000);
});

test('a live post that has no address yet is asked for it for two minutes', async () => {
  const bare = { name, state: 'LIVE' };
  const answers = [bare, bare, live];
  const read = () => reply(200, answers.shift() ?? live);
  const network = server({ create: () => reply(200, bare), read });
  assert.equal((await publish(at({ text: 'Hi', settings, network }))).url, live.searchUrl);
  let now = fakeNow;
  const never = server({ create: () => reply(200, bare), read: () => reply(200, bare) });
  const slow = { ...at({ text: 'Hi', settings, network: never }), now: () => (now += 30_000) };
  assert.deepEqual(await publish(slow), { id: name, url: null });
  assert.ok(now - fakeNow < 600_000);
});

test('pictures Google cannot take are refused before anything is sent', async () => {
  for (const [facts, fact] of [
    [
      { type: 'image/webp' },
      { reason: 'unsupported_type', type: 'image/webp', types: ['image/jpeg', 'image/png'] },
    ],
    [{ size: 5_000_001 }, { reason: 'too_large', bytes: 5_000_001, max: 5_000_000 }],
    [{ size: 10_239 }, { reason: 'too_small', bytes: 10_239, min: 10_240 }],
    [{ width: 249 }, { reason: 'too_few_pixels', width: 249, height: 600, min: 250 }],
  ] as const) {
    const seen: Seen[] = [];
    await assert.rejects(publish(at({ media: [photo(facts)], settings, seen, network: server() })), {
      code: 'media_rejected',
      facts: { platform: 'google_business', ...fact },
    });
    assert.equal(seen.length, 0);
  }
});

async function lookFor(given: unknown, list: Network) {
  const step = memoryStep();
  const seen: Seen[] = [];
  const network = server({ create: () => reply(503, {}), list });
  const lost = at({ text: 'Hi', settings: schema.parse(given), step, seen, network });
  await assert.rejects(publish(lost), { code: 'platform_unavailable' });
  const policy = step.commits.get('post');
  const absent = policy?.by === 'asking' ? policy.absent : null;
  return { absent, body: sent(seen), find: () => askCommit(step, 'post', fakeNow) };
}

const listed = (more: Record<string, unknown> = {}, offsetMs = 0) => ({
  name,
  summary: 'Hi',
  topicType: 'STANDARD',
  createTime: new Date(fakeNow + offsetMs).toISOString(),
  ...more,
});

test('a lost post is found on any of the pages, also one that was rejected', async () => {
  const ours = listed({ state: 'REJECTED' });
  const { find, absent } = await lookFor({}, ({ url }) =>
    url.searchParams.has('pageToken')
      ? reply(200, { localPosts: [ours] })
      : reply(200, {
          localPosts: [listed({ summary: 'Other' }), listed({ name: 'taken' }), listed({}, -90_000)],
          nextPageToken: 't',
        }),
  );
  assert.deepEqual(await find(), { is: 'live', value: ours });
  assert.equal(absent, 'person');
});

test('a marked button proves both ways', async () => {
  const given = { call_to_action: { action_type: 'SHOP', url: 'https://example.com/' }, mark_link: true };
  const { find, absent, body } = await lookFor(given, () => reply(200, { localPosts: [listed()] }));
  assert.match(JSON.stringify(body?.callToAction), /"https:\/\/example\.com\/\?utm_content=[0-9a-f]{12}"/);
  assert.equal(absent, 'repeat');
  assert.deepEqual(await find(), { is: 'absent' });
});

test('a picture without words is ours by its address alone', () => {
  const body = buildPost(at({ media: [photo()], settings, network: server() }), null);
  const seen = (sourceUrl?: string) => ({
    name,
    topicType: 'STANDARD',
    ...(sourceUrl && { media: [{ sourceUrl }] }),
  });
  assert.ok(isOurs(seen('https://files.example/image'), body, null));
  assert.ok(!isOurs(seen('https://files.example/other'), body, null));
  assert.ok(!isOurs(seen(), body, null));
});
