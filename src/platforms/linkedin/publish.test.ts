import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askCommit,
  type FakePost,
  fakeMedia,
  fakeNow,
  fakePublishing,
  memoryStep,
  type Network,
  reply,
  type Seen,
} from '../publishing.fake.ts';
import { publish } from './publish.ts';
import { type LinkedinSettings, settings as schema } from './settings.ts';

const hosts = { api: 'https://api.example', www: 'https://www.example' };
const member = 'urn:li:person:me';
const page = 'urn:li:organization:7';
const settings = schema.parse({});
const created = (id?: string) =>
  new Response(null, { status: 201, headers: id === undefined ? {} : { 'x-restli-id': id } });

interface Script {
  readonly post?: () => Response;
  readonly listing?: Network;
  readonly image?: () => Response;
  readonly upload?: () => Response;
}

function server(script: Script = {}): Network {
  let images = 0;
  return (request) => {
    const { pathname } = request.url;
    if (pathname === '/rest/images') {
      images += 1;
      const value = { uploadUrl: `https://www.example/up/${images}`, image: `urn:li:image:${images}` };
      return reply(200, { value });
    }
    if (request.method === 'PUT') return script.upload?.() ?? created();
    if (pathname.startsWith('/rest/images/')) return script.image?.() ?? reply(200, { status: 'AVAILABLE' });
    if (request.method === 'POST') return script.post?.() ?? created('urn:li:share:99');
    return script.listing?.(request) ?? reply(200, { elements: [] });
  };
}

type Wish = Partial<FakePost<LinkedinSettings>> & { author?: string };

function posting({ author = page, ...post }: Wish) {
  const at = fakePublishing({ settings, hosts, network: server(), ...post });
  return publish({ ...at, account: { externalId: author, username: null } });
}

const posts = (seen: Seen[]) =>
  seen.filter(({ method, url }) => method === 'POST' && url.pathname === '/rest/posts');

test('a text post is one call with version, protocol and escaped text; the id comes from a header', async () => {
  const seen: Seen[] = [];
  const published = await posting({ author: member, text: 'Hi (you) #all', seen });
  assert.deepEqual(published, {
    id: 'urn:li:share:99',
    url: 'https://www.example/feed/update/urn:li:share:99/',
  });
  assert.equal(seen.length, 1);
  assert.deepEqual(seen[0]?.json(), {
    author: member,
    commentary: 'Hi \\(you\\) {hashtag|\\#|all}',
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  });
  const { headers } = seen[0] as Seen;
  assert.equal(headers.get('linkedin-version'), '202609');
  assert.equal(headers.get('x-restli-protocol-version'), '2.0.0');
  assert.equal(headers.get('authorization'), 'Bearer access');
});

test('one image is media, several are a multi-image; alt text travels with each', async () => {
  const seen: Seen[] = [];
  await posting({ media: [fakeMedia('image', {}, 'a cat')], seen });
  assert.deepEqual(seen[0]?.json(), { initializeUploadRequest: { owner: page } });
  const put = seen.find(({ method }) => method === 'PUT');
  assert.equal(put?.headers.get('authorization'), 'Bearer access');
  assert.equal(put?.headers.get('content-length'), '10');
  assert.deepEqual(posts(seen)[0]?.json().content, { media: { id: 'urn:li:image:1', altText: 'a cat' } });

  seen.length = 0;
  await posting({ media: [fakeMedia('image', {}, 'a'), fakeMedia('image', { type: 'image/png' })], seen });
  assert.deepEqual(posts(seen)[0]?.json().content, {
    multiImage: { images: [{ id: 'urn:li:image:1', altText: 'a' }, { id: 'urn:li:image:2' }] },
  });
});

test('a link card and a poll', async () => {
  const content = async (given: object) => {
    const seen: Seen[] = [];
    await posting({ text: 'x', settings: schema.parse(given), seen });
    return posts(seen)[0]?.json().content;
  };
  const article = { url: 'https://a.example/b', title: 'B', description: 'c' };
  assert.deepEqual(await content({ article }), {
    article: { source: 'https://a.example/b', title: 'B', description: 'c' },
  });
  assert.deepEqual(await content({ poll: { question: 'q', options: ['a', 'b'] } }), {
    poll: { question: 'q', options: [{ text: 'a' }, { text: 'b' }], settings: { duration: 'THREE_DAYS' } },
  });
});

test('files LinkedIn cannot take are refused before any call', async () => {
  for (const [facts, reason] of [
    [{ type: 'image/webp' }, 'unsupported_type'],
    [{ size: 10_000_001 }, 'too_large'],
    [{ width: 8000, height: 5000 }, 'too_many_pixels'],
  ] as const) {
    const seen: Seen[] = [];
    await assert.rejects(posting({ media: [fakeMedia('image', facts)], seen }), (error: Error) => {
      const { code, facts: said } = error as Error & { code: string; facts: { reason: string } };
      assert.deepEqual([code, said.reason], ['media_rejected', reason]);
      return true;
    });
    assert.equal(seen.length, 0);
  }
});

test('a page cannot post to connections', async () => {
  const given = schema.parse({ visibility: 'CONNECTIONS' });
  await assert.rejects(posting({ text: 'x', settings: given }), { code: 'setting_missing' });
  const seen: Seen[] = [];
  await posting({ author: member, text: 'x', settings: given, seen });
  assert.equal(posts(seen)[0]?.json().visibility, 'CONNECTIONS');
});

test('an image that fails, one that takes its time, and one that may not be read', async () => {
  const failed = server({ image: () => reply(200, { status: 'PROCESSING_FAILED' }) });
  const media = [fakeMedia('image')];
  await assert.rejects(posting({ media, network: failed }), { code: 'media_rejected' });

  let asked = 0;
  const slow = server({
    image: () => {
      asked += 1;
      return reply(200, { status: asked < 3 ? 'PROCESSING' : 'AVAILABLE' });
    },
  });
  await posting({ media, network: slow });
  assert.equal(asked, 3);

  let clock = fakeNow;
  const network = server({
    image: () => {
      clock += 3000;
      return reply(403, { code: 'ACCESS_DENIED', status: 403 });
    },
  });
  const seen: Seen[] = [];
  const at = fakePublishing({ settings, hosts, network, media, seen });
  await publish({ ...at, account: { externalId: member, username: null }, now: () => clock });
  assert.equal(clock, fakeNow + 12_000);
  assert.equal(posts(seen).length, 1);
});

test('an upload address that grew old is fetched anew by the next try', async () => {
  let puts = 0;
  const network = server({
    upload: () => {
      puts += 1;
      return puts === 1 ? new Response(null, { status: 403 }) : created();
    },
  });
  const step = memoryStep();
  const media = [fakeMedia('image')];
  await assert.rejects(posting({ media, network, step }), { code: 'platform_not_ready' });
  const seen: Seen[] = [];
  await posting({ media, network, step, seen });
  assert.deepEqual(posts(seen)[0]?.json().content, { media: { id: 'urn:li:image:2' } });
});

test('live without a name: a page’s listing tells it, a member’s post stays unnamed', async () => {
  const listing = () =>
    reply(200, { elements: [{ id: 'urn:li:share:5', commentary: 'x', createdAt: fakeNow }] });
  const network = server({ post: () => created(), listing });
  assert.equal((await posting({ text: 'x', network })).id, 'urn:li:share:5');
  assert.deepEqual(await posting({ author: member, text: 'x', network }), {
    id: `unnamed:${member}`,
    url: null,
  });
  const blind = server({ post: () => created(), listing: () => reply(500, {}) });
  assert.equal((await posting({ text: 'x', network: blind })).url, null);
});

test('a member’s lost answer is for the owner to settle', async () => {
  const step = memoryStep();
  await posting({ author: member, text: 'x', step });
  assert.deepEqual(step.commits.get('post'), { by: 'person' });
});

test('a page’s lost answer is looked for: by media, or by text and time', async () => {
  const find = async (elements: unknown[], wish: Wish = { text: 'Hi (you)' }) => {
    const step = memoryStep();
    await posting({ ...wish, step, network: server({ listing: () => reply(200, { elements }) }) });
    const lost = step.commits.get('post');
    assert.deepEqual(lost?.by === 'asking' && [lost.looks, lost.absent], [[8, 30, 120], 'person']);
    return await askCommit(step, 'post', fakeNow);
  };
  const live = (urn: string) => ({ is: 'live', value: { urn } });
  const seenPost = { id: 'urn:li:share:1', commentary: 'Hi \\(you\\)', createdAt: fakeNow + 500 };
  assert.deepEqual(await find([seenPost]), live('urn:li:share:1'));
  assert.deepEqual(await find([{ ...seenPost, createdAt: fakeNow - 60_000 }]), { is: 'absent' });
  assert.deepEqual(await find([{ ...seenPost, commentary: 'Hi' }]), { is: 'absent' });
  assert.deepEqual(await find([{ ...seenPost, id: 'taken' }]), { is: 'absent' });
  const other = { ...seenPost, content: { media: { id: 'urn:li:image:77' } } };
  assert.deepEqual(await find([other]), { is: 'absent' });
  const media = [fakeMedia('image'), fakeMedia('image')];
  const ours = { id: 'urn:li:share:2', content: { multiImage: { images: [{ id: 'urn:li:image:2' }] } } };
  assert.deepEqual(await find([other, ours], { media }), live('urn:li:share:2'));
});

test('a listing that may not be read leaves the question open', async () => {
  const step = memoryStep();
  const network = server({ listing: () => reply(403, { code: 'ACCESS_DENIED' }) });
  await posting({ text: 'x', step, network });
  await assert.rejects(askCommit(step, 'post', fakeNow), { code: 'outcome_unknown' });
});

test('a listing is read page by page, back to the attempt and no further', async () => {
  const step = memoryStep();
  const starts: string[] = [];
  const network = server({
    listing: ({ url }) => {
      const start = Number(url.searchParams.get('start'));
      starts.push(String(start));
      const lastModifiedAt = start < 40 ? fakeNow + 1000 : fakeNow - 60_000;
      const item = { id: 'urn:li:share:3', commentary: 'other', createdAt: fakeNow, lastModifiedAt };
      return reply(200, { elements: Array.from({ length: 20 }, () => item) });
    },
  });
  await posting({ text: 'x', step, network });
  assert.deepEqual(await askCommit(step, 'post', fakeNow), { is: 'absent' });
  assert.deepEqual(starts, ['0', '20', '40']);
});
