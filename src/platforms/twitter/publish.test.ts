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
import { publish } from './publish.ts';

const hosts = { api: 'https://api.example', web: 'https://web.example' };
const settings = { made_with_ai: false, paid_partnership: false };
const MiB = 1024 * 1024;

interface Script {
  readonly tweet?: () => Response;
  readonly timeline?: Network;
  readonly finalize?: () => Response;
  readonly status?: () => Response;
}

function server(script: Script = {}): Network {
  let uploads = 0;
  return (request) => {
    const { pathname } = request.url;
    if (pathname === '/2/media/upload/initialize') {
      uploads += 1;
      return reply(200, {
        data: { id: String(uploads), media_key: `3_${uploads}`, expires_after_secs: 86_400 },
      });
    }
    if (pathname.endsWith('/append')) return reply(200, { data: { expires_at: 1 } });
    if (pathname.endsWith('/finalize')) return script.finalize?.() ?? reply(200, { data: { id: '1' } });
    if (pathname === '/2/media/upload') return script.status?.() ?? reply(200, { data: { id: '1' } });
    if (pathname === '/2/media/metadata') return reply(200, { data: { id: '1' } });
    if (pathname === '/2/tweets') return script.tweet?.() ?? reply(201, { data: { id: '99', text: '' } });
    return script.timeline?.(request) ?? reply(200, { meta: { result_count: 0 } });
  };
}

const at = (seen: Seen[], path: string) => seen.filter(({ url }) => url.pathname.endsWith(path));

test('a text post is one call', async () => {
  const seen: Seen[] = [];
  const published = await publish(fakePublishing({ text: 'Hi', settings, hosts, seen, network: server() }));
  assert.deepEqual(published, { id: '99', url: 'https://web.example/me/status/99' });
  assert.equal(seen.length, 1);
  assert.deepEqual(seen[0]?.json(), { text: 'Hi' });
});

test('images are uploaded, described and attached', async () => {
  const seen: Seen[] = [];
  const media = [fakeMedia('image', {}, 'a cat'), fakeMedia('image', { type: 'image/gif' })];
  const options = { ...settings, reply_settings: 'following' as const, made_with_ai: true };
  await publish(fakePublishing({ text: 'Hi', media, settings: options, hosts, seen, network: server() }));
  assert.deepEqual(
    at(seen, '/initialize').map((call) => call.json()),
    [
      { media_type: 'image/jpeg', total_bytes: 10, media_category: 'tweet_image' },
      { media_type: 'image/gif', total_bytes: 10, media_category: 'tweet_image' },
    ],
  );
  assert.deepEqual(
    at(seen, '/metadata').map((call) => call.json()),
    [{ id: '1', metadata: { alt_text: { text: 'a cat' } } }],
  );
  assert.deepEqual(at(seen, '/tweets')[0]?.json(), {
    text: 'Hi',
    media: { media_ids: ['1', '2'] },
    reply_settings: 'following',
    made_with_ai: true,
  });
});

for (const [name, stated] of [
  ['of stated size is cut into slices', true],
  ['of unstated size is cut from its stream', false],
] as const) {
  test(`a video ${name}, and its cover is the preview`, async () => {
    const seen: Seen[] = [];
    const size = 9 * MiB + 5;
    const whole = fakeMedia('video', { size });
    const media = stated
      ? whole
      : { ...whole, probe: async () => ({ ...(await whole.probe()), size: null }) };
    let asked = 0;
    const network = server({
      finalize: () =>
        reply(200, { data: { id: '1', processing_info: { state: 'pending', check_after_secs: 1 } } }),
      status: () => {
        asked += 1;
        const state = asked < 3 ? 'in_progress' : 'succeeded';
        return reply(200, { data: { id: '1', processing_info: { state } } });
      },
    });
    const cover = fakeMedia('image');
    await publish(fakePublishing({ media: [media], cover, settings, hosts, seen, network }));
    assert.equal(at(seen, '/initialize')[0]?.json().total_bytes, size);
    const parts = at(seen, '/1/append').map(({ body }) => {
      const [, index] = /name="segment_index"\r\n\r\n(\d+)/.exec(body) ?? [];
      return [index, body.match(/\0/g)?.length];
    });
    assert.deepEqual(parts, [
      ['0', 4 * MiB],
      ['1', 4 * MiB],
      ['2', MiB + 5],
    ]);
    assert.deepEqual(at(seen, '/tweets')[0]?.json(), {
      text: '',
      media: { media_ids: ['1'], preview_media_id: '2' },
    });
  });
}

test('a lone GIF is an animation and may be larger than a picture', async () => {
  const seen: Seen[] = [];
  const media = [fakeMedia('image', { type: 'image/gif', size: 6 * MiB })];
  await publish(fakePublishing({ media, settings, hosts, seen, network: server() }));
  assert.equal(at(seen, '/initialize')[0]?.json().media_category, 'tweet_gif');
  const large = [fakeMedia('image', { size: 6 * MiB })];
  await assert.rejects(publish(fakePublishing({ media: large, settings, hosts, network: server() })), {
    code: 'media_rejected',
    facts: { platform: 'twitter', reason: 'too_large', bytes: 6 * MiB, max: 5 * MiB },
  });
});

test('failed processing is the file’s fault; a finalize refused on repeat asks the status', async () => {
  const media = [fakeMedia('video')];
  const failed = () => reply(200, { data: { processing_info: { state: 'failed' } } });
  await assert.rejects(
    publish(fakePublishing({ media, settings, hosts, network: server({ finalize: failed }) })),
    { code: 'media_rejected' },
  );
  const refused = () => reply(400, { title: 'Invalid Request' });
  const repeated = server({ finalize: refused });
  assert.equal((await publish(fakePublishing({ media, settings, hosts, network: repeated }))).id, '99');
  const gone = server({ finalize: refused, status: () => reply(404, {}) });
  await assert.rejects(publish(fakePublishing({ media, settings, hosts, network: gone })), {
    code: 'platform_rejected',
  });
});

test('uploads that X has forgotten are made once more', async () => {
  const gone = () =>
    reply(400, {
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      errors: [{ message: 'Your media IDs are invalid.' }],
    });
  const run = async (answers: (() => Response)[]) => {
    const seen: Seen[] = [];
    const network = server({
      tweet: () => answers.shift()?.() ?? reply(201, { data: { id: '99', text: '' } }),
    });
    const media = [fakeMedia('image')];
    const end = await publish(fakePublishing({ media, settings, hosts, seen, network })).catch(
      (error) => error,
    );
    const sent = at(seen, '/2/tweets').map((one) => (one.json().media as { media_ids: string[] }).media_ids);
    return { end, sent };
  };
  const cured = await run([gone]);
  assert.deepEqual([cured.end.id, cured.sent], ['99', [['1'], ['2']]]);
  const never = await run([gone, gone]);
  assert.equal(never.end.code, 'platform_rejected');
  assert.match(never.end.raw, /media IDs are invalid/);
  assert.equal(never.sent.length, 2);
});

async function lookFor(post: { text: string; media?: [ReturnType<typeof fakeMedia>] }, timeline: Network) {
  const step = memoryStep();
  const network = server({ tweet: () => reply(503, {}), timeline });
  const begin = fakePublishing({ ...post, settings, hosts, step, network });
  await assert.rejects(publish(begin), { code: 'platform_unavailable' });
  const lost = step.commits.get('tweet');
  assert.ok(lost?.by === 'asking' && lost.absent === 'person');
  return await askCommit(step, 'tweet', fakeNow);
}

test('a lost text post is found by its text, on any page', async () => {
  const queries: URLSearchParams[] = [];
  const found = await lookFor({ text: 'Hello & bye' }, ({ url }) => {
    queries.push(url.searchParams);
    return url.searchParams.has('pagination_token')
      ? reply(200, { data: [{ id: '7', text: 'Hello &amp; bye' }], meta: {} })
      : reply(200, {
          data: [
            { id: '8', text: 'Other' },
            { id: 'taken', text: 'Hello &amp; bye' },
          ],
          meta: { next_token: 'n' },
        });
  });
  assert.deepEqual(found, { is: 'live', value: { id: '7' } });
  assert.equal(queries[0]?.get('start_time'), '2026-11-15T11:59:30Z');
});

test('a long post is found by its note', async () => {
  const text = 'long '.repeat(100);
  const found = await lookFor({ text }, () =>
    reply(200, { data: [{ id: '7', text: 'long…', note_tweet: { text } }] }),
  );
  assert.deepEqual(found, { is: 'live', value: { id: '7' } });
});

test('a lost media post is found by its key, not by its text', async () => {
  const media: [ReturnType<typeof fakeMedia>] = [fakeMedia('image')];
  const timeline = (key: string) => () =>
    reply(200, { data: [{ id: '7', text: 'Hi', attachments: { media_keys: [key] } }] });
  assert.deepEqual(await lookFor({ text: 'Hi', media }, timeline('3_1')), { is: 'live', value: { id: '7' } });
  assert.deepEqual(await lookFor({ text: 'Hi', media }, timeline('3_2')), { is: 'absent' });
});

test('a timeline that may not be read leaves it to the owner', async () => {
  for (const status of [402, 403]) {
    await assert.rejects(
      lookFor({ text: 'Hi' }, () => reply(status, {})),
      { code: 'outcome_unknown' },
    );
  }
  await assert.rejects(
    lookFor({ text: 'Hi' }, () => reply(401, {})),
    { code: 'platform_auth', refreshable: true },
  );
});

test('the refresh token rotates; a secret goes into the header', async () => {
  const seen: Seen[] = [];
  const call = callOver(
    () => reply(200, { access_token: 'a2', refresh_token: 'r2', expires_in: 7200 }),
    seen,
  );
  const publicApp = { accessToken: 'a1', refreshToken: 'r1', extra: { clientId: 'id' } };
  assert.deepEqual(await auth.refresh({ call, hosts, credentials: publicApp, now: fakeNow }), {
    accessToken: 'a2',
    refreshToken: 'r2',
    expiresAt: fakeNow + 7_200_000,
    extra: { clientId: 'id' },
  });
  assert.deepEqual(seen[0]?.form(), { grant_type: 'refresh_token', refresh_token: 'r1', client_id: 'id' });
  const secret = { ...publicApp, extra: { clientId: 'id', clientSecret: 's' } };
  await auth.refresh({ call, hosts, credentials: secret, now: fakeNow });
  assert.deepEqual(seen[1]?.form(), { grant_type: 'refresh_token', refresh_token: 'r1' });
  assert.equal(seen[1]?.headers.get('authorization'), `Basic ${btoa('id:s')}`);
});
