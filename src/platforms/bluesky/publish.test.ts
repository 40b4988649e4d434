import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostboteError } from '../../errors.ts';
import {
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
import { bluesky } from './index.ts';
import { publish } from './publish.ts';

const hosts = { pds: 'https://pds.example', video: 'https://video.example', web: 'https://web.example' };
const settings = { langs: [] };
const blob = { $type: 'blob', ref: { $link: 'bafy' }, mimeType: 'image/jpeg', size: 10 };

/** Answers by method name; `put` decides on putRecord. */
function server(more: Record<string, Network> = {}): Network {
  const answers: Record<string, Network> = {
    'com.atproto.repo.uploadBlob': () => reply(200, { blob }),
    'com.atproto.repo.putRecord': (request) => {
      const { repo, collection, rkey } = request.json();
      return reply(200, { uri: `at://${repo}/${collection}/${rkey}`, cid: 'bafyrecord' });
    },
    'com.atproto.identity.resolveHandle': ({ url }) =>
      url.searchParams.get('handle') === 'alice.example'
        ? reply(200, { did: 'did:plc:alice' })
        : reply(400, { error: 'InvalidRequest', message: 'Unable to resolve handle' }),
    'com.atproto.server.getServiceAuth': () => reply(200, { token: 'service' }),
    ...more,
  };
  return (request) => {
    const method = request.url.pathname.replace('/xrpc/', '');
    return answers[method]?.(request) ?? reply(404, { error: 'MethodNotImplemented' });
  };
}

interface Put {
  readonly rkey: string;
  readonly record: { readonly embed?: Record<string, unknown>; readonly [field: string]: unknown };
}

/** What the first putRecord carried. */
function putIn(seen: Seen[]): Put {
  return JSON.parse(named(seen, 'putRecord')[0]?.body ?? 'null');
}

const named = (seen: Seen[], method: string) => seen.filter(({ url }) => url.pathname.endsWith(method));

test('a text post is one putRecord, and a repeat sends the very same', async () => {
  const seen: Seen[] = [];
  const step = memoryStep();
  const text = 'Hi @alice.example and @nobody.example #ok';
  const at = fakePublishing({ text, settings: { langs: ['de'] }, hosts, step, seen, network: server() });
  const published = await publish(at);
  const body = putIn(seen);
  assert.equal(published.id, `at://did:plc:me/app.bsky.feed.post/${body.rkey}`);
  assert.equal(published.url, `https://web.example/profile/did:plc:me/post/${body.rkey}`);
  assert.deepEqual(body.record.langs, ['de']);
  assert.equal(body.record.createdAt, new Date(fakeNow).toISOString());
  assert.equal((body.record.facets as unknown[]).length, 2);
  assert.deepEqual(step.commits.get('post'), { by: 'key' });

  step.memory.delete('post');
  await publish(at);
  const [first, second] = named(seen, 'putRecord');
  assert.equal(second?.body, first?.body);
  assert.equal(named(seen, 'resolveHandle').length, 2, 'handles are not looked up again');
});

test('up to four images are images, more are a gallery', async () => {
  for (const [count, type, list] of [
    [1, 'app.bsky.embed.images', 'images'],
    [4, 'app.bsky.embed.images', 'images'],
    [5, 'app.bsky.embed.gallery', 'items'],
    [10, 'app.bsky.embed.gallery', 'items'],
  ] as const) {
    const seen: Seen[] = [];
    const media = Array.from({ length: count }, (_, i) => fakeMedia('image', {}, `alt ${i}`));
    await publish(fakePublishing({ settings, hosts, media, seen, network: server() }));
    const { embed } = putIn(seen).record;
    assert.equal(embed?.$type, type);
    const items = embed?.[list] as { alt: string; aspectRatio: unknown }[];
    assert.equal(items.length, count);
    assert.equal(items[count - 1]?.alt, `alt ${count - 1}`);
    assert.deepEqual(items[0]?.aspectRatio, { width: 4, height: 3 });
  }
});

test('an image too large or of a foreign type is refused before any call', async () => {
  const refused = async (facts: Parameters<typeof fakeMedia>[1]) => {
    const seen: Seen[] = [];
    const media = [fakeMedia('image', facts)];
    const error = await publish(fakePublishing({ settings, hosts, media, seen, network: server() })).catch(
      (e) => e,
    );
    assert.ok(error instanceof PostboteError);
    assert.equal(seen.length, 0);
    return [error.code, error.facts];
  };
  assert.deepEqual(await refused({ size: 2_000_001 }), [
    'media_rejected',
    { platform: 'bluesky', reason: 'too_large', bytes: 2_000_001, max: 2_000_000 },
  ]);
  const [code] = await refused({ type: 'image/tiff' });
  assert.equal(code, 'media_rejected');
});

test('InvalidSwap on our own key means that it is live', async () => {
  const uri = 'at://did:plc:me/app.bsky.feed.post/x';
  const network = server({
    'com.atproto.repo.putRecord': () => reply(400, { error: 'InvalidSwap', message: 'Record was at bafy' }),
    'com.atproto.repo.getRecord': () => reply(200, { uri, cid: 'bafy', value: {} }),
  });
  const published = await publish(fakePublishing({ text: 'x', settings, hosts, network }));
  assert.equal(published.id, uri);
});

test('a swept blob is uploaded again', async () => {
  let puts = 0;
  const seen: Seen[] = [];
  const network = server({
    'com.atproto.repo.putRecord': () => {
      puts += 1;
      return puts === 1
        ? reply(400, { error: 'BlobNotFound', message: 'Could not find blob' })
        : reply(200, { uri: 'at://did:plc:me/app.bsky.feed.post/x', cid: 'bafy' });
    },
  });
  await publish(fakePublishing({ settings, hosts, media: [fakeMedia('image')], seen, network }));
  assert.equal(named(seen, 'uploadBlob').length, 2);
});

const videoBlob = { ...blob, mimeType: 'video/mp4' };

test('a video goes to the video service and is waited for', async () => {
  const seen: Seen[] = [];
  let asked = 0;
  const network = server({
    'app.bsky.video.uploadVideo': () =>
      reply(200, { jobStatus: { jobId: 'j1', did: 'did:plc:me', state: 'JOB_STATE_CREATED' } }),
    'app.bsky.video.getJobStatus': () => {
      asked += 1;
      const job = { jobId: 'j1', did: 'did:plc:me', state: 'JOB_STATE_ENCODING' };
      return reply(
        200,
        asked < 3 ? { jobStatus: job } : { ...job, state: 'JOB_STATE_COMPLETED', blob: videoBlob },
      );
    },
  });
  await publish(fakePublishing({ settings, hosts, media: [fakeMedia('video', {}, 'a cat')], seen, network }));
  const auth = named(seen, 'getServiceAuth')[0]?.url.searchParams;
  assert.equal(auth?.get('aud'), 'did:web:pds.example');
  assert.equal(auth?.get('lxm'), 'com.atproto.repo.uploadBlob');
  assert.equal(Number(auth?.get('exp')), fakeNow / 1000 + 1800);
  const upload = named(seen, 'uploadVideo')[0];
  assert.equal(upload?.headers.get('authorization'), 'Bearer service');
  assert.equal(upload?.headers.get('content-type'), 'video/mp4');
  assert.equal(upload?.headers.get('content-length'), '10');
  const { embed } = putIn(seen).record;
  assert.deepEqual(embed, {
    $type: 'app.bsky.embed.video',
    video: videoBlob,
    alt: 'a cat',
    aspectRatio: { width: 4, height: 3 },
  });
});

test('a video that is there already, as a job or as a blob, is used', async () => {
  for (const known of [{ blob: videoBlob }, {}]) {
    const network = server({
      'app.bsky.video.uploadVideo': () =>
        reply(409, {
          jobId: 'j1',
          did: 'did:plc:me',
          state: 'JOB_STATE_COMPLETED',
          error: 'already_exists',
          ...known,
        }),
      'app.bsky.video.getJobStatus': () =>
        reply(200, {
          jobStatus: { jobId: 'j1', did: 'did:plc:me', state: 'JOB_STATE_FAILED', blob: videoBlob },
        }),
    });
    const published = await publish(
      fakePublishing({ settings, hosts, media: [fakeMedia('video')], network }),
    );
    assert.match(published.id, /^at:/);
  }
});

test('a failed job is final when the file is to blame, and begun anew when not', async () => {
  for (const [failureCode, uploads, code] of [
    ['encoding_failure', 1, 'media_rejected'],
    ['pds_upload_failure', 3, 'platform_rejected'],
  ]) {
    const seen: Seen[] = [];
    const job = { jobId: 'j1', did: 'did:plc:me', state: 'JOB_STATE_FAILED', failureCode };
    const network = server({
      'app.bsky.video.uploadVideo': () =>
        reply(200, { jobId: 'j1', did: 'did:plc:me', state: 'JOB_STATE_CREATED' }),
      'app.bsky.video.getJobStatus': () => reply(200, { jobStatus: job }),
    });
    const media = [fakeMedia('video')];
    const error = await publish(fakePublishing({ settings, hosts, media, seen, network })).catch((e) => e);
    assert.equal(error.code, code);
    assert.equal(named(seen, 'uploadVideo').length, uploads);
  }
});

test('a refused refresh falls back to the app password, a disturbed one does not', async () => {
  const jwt = (exp: number) => `h.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s`;
  const pair = { accessJwt: jwt(2_000_000_000), refreshJwt: 'r2', did: 'did:plc:me', handle: 'me.example' };
  const extra = { appPassword: 'abcd-efgh-ijkl-mnop', identifier: 'me.example' };
  const didDoc = { service: [{ id: '#atproto_pds', serviceEndpoint: 'https://own.example' }] };
  const run = (refresh: Response, more: Record<string, string> = extra) => {
    const seen: Seen[] = [];
    const call = callOver(
      server({
        'com.atproto.server.refreshSession': () => refresh,
        'com.atproto.server.createSession': () => reply(200, { ...pair, didDoc }),
      }),
      seen,
    );
    const credentials = { accessToken: 'a', refreshToken: 'r1', extra: more };
    return { seen, result: auth.refresh({ call, hosts, credentials, now: fakeNow }) };
  };
  const plain = await run(reply(200, pair)).result;
  assert.equal(plain.expiresAt, 2_000_000_000_000);
  assert.equal(plain.refreshToken, 'r2');
  const fallback = run(reply(400, { error: 'ExpiredToken', message: 'Token has been revoked' }));
  assert.equal((await fallback.result).extra?.pds, 'https://own.example');
  assert.deepEqual(named(fallback.seen, 'createSession')[0]?.json(), {
    identifier: 'me.example',
    password: 'abcd-efgh-ijkl-mnop',
  });
  const without = run(reply(400, { error: 'ExpiredToken', message: '' }), {});
  await assert.rejects(without.result, { code: 'platform_auth', refreshable: false });
  const disturbed = run(reply(503, {}));
  await assert.rejects(disturbed.result, { code: 'platform_unavailable' });
  assert.equal(named(disturbed.seen, 'createSession').length, 0);
});

test('settings have defaults and take nothing unknown', () => {
  assert.deepEqual(bluesky.settings.parse({}), { langs: [] });
  assert.equal(bluesky.settings.safeParse({ board: 1 }).success, false);
});

const external = 'app.bsky.embed.external';
const page = { title: 'Titel', description: 'Worte', image: fakeMedia('image') };

// keeps: bluesky.card
test('the first link of a post without media becomes its card, once and for all', async () => {
  const seen: Seen[] = [];
  const step = memoryStep();
  const asked: string[] = [];
  let title = 'Titel';
  const at = fakePublishing({
    text: 'Lest https://a.example/x und https://b.example',
    settings,
    hosts,
    step,
    seen,
    network: server(),
    linkedPage: async (url) => {
      asked.push(url);
      return { ...page, title };
    },
  });
  await publish(at);
  title = 'Inzwischen anders';
  step.memory.delete('post');
  await publish(at);
  assert.deepEqual(asked, ['https://a.example/x']);
  assert.deepEqual(putIn(seen).record.embed, {
    $type: external,
    external: { uri: 'https://a.example/x', title: 'Titel', description: 'Worte', thumb: blob },
  });
  const [first, second] = named(seen, 'putRecord');
  assert.equal(first?.body, second?.body);
});

// keeps: bluesky.card
test('a page or picture that cannot be had costs only the card, a server that stumbles costs nothing', async () => {
  const run = async (
    linkedPage: Parameters<typeof fakePublishing>[0]['linkedPage'],
    more: Record<string, Network> = {},
    media: Parameters<typeof fakePublishing>[0]['media'] = [],
  ) => {
    const seen: Seen[] = [];
    const text = 'Lest https://a.example';
    await publish(
      fakePublishing({
        text,
        settings,
        hosts,
        seen,
        media,
        network: server(more),
        ...(linkedPage && { linkedPage }),
      }),
    );
    return named(seen, 'putRecord').map(({ body }) => JSON.parse(body).record.embed);
  };
  const plain = { uri: 'https://a.example', title: 'Titel', description: 'Worte' };
  assert.deepEqual(await run(async () => null), [undefined]);
  const large = { ...page, image: fakeMedia('image', { size: 1_000_001 }) };
  assert.deepEqual(await run(async () => large), [{ $type: external, external: plain }]);
  const gone = {
    ...page.image,
    open: async () => {
      throw new PostboteError('media_unreachable');
    },
  };
  assert.deepEqual(await run(async () => ({ ...page, image: gone })), [{ $type: external, external: plain }]);
  const embeds = await run(async () => page, {
    'com.atproto.repo.putRecord': (request) =>
      request.body.includes('"thumb"')
        ? reply(400, { error: 'BlobNotFound', message: 'gone' })
        : reply(200, { uri: 'at://did:plc:me/app.bsky.feed.post/x' }),
  });
  assert.deepEqual(embeds[1], { $type: external, external: plain });
  const withMedia = await run(async () => page, {}, [fakeMedia('image')]);
  assert.equal(withMedia[0].$type, 'app.bsky.embed.images');
  const broken = run(async () => page, { 'com.atproto.repo.uploadBlob': () => reply(503, {}) });
  await assert.rejects(broken, { code: 'platform_unavailable' });
});
