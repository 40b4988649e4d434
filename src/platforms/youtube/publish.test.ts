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
import { settings, type YoutubeSettings } from './settings.ts';

const hosts = { api: 'https://www.googleapis.com', web: 'https://web.example' };
const plain = settings.parse({});
const KiB = 1024;
const MiB = 1024 * KiB;

interface Script {
  /** Answers a request to the session instead of the server below; undefined lets it through. */
  readonly put?: (range: string, request: Seen) => Response | undefined;
  readonly open?: () => Response;
  readonly status?: () => Response;
  readonly thumbnail?: () => Response;
  readonly more?: Network;
}

/** One session that counts its bytes as Google's does. */
function server(script: Script = {}): Network {
  let received = 0;
  let sessions = 0;
  const incomplete = () =>
    new Response('', {
      headers: {
        'x-http-status-code-override': '308',
        ...(received > 0 && { range: `bytes=0-${received - 1}` }),
      },
    });
  return (request) => {
    const { pathname } = request.url;
    if (pathname.endsWith('/thumbnails/set')) return script.thumbnail?.() ?? reply(200, { items: [] });
    if (request.method === 'POST') {
      sessions += 1;
      received = 0;
      const location = `${hosts.api}/upload/youtube/v3/videos?upload_id=u${sessions}`;
      return script.open?.() ?? new Response('', { headers: { location } });
    }
    if (request.method === 'PUT') {
      const range = request.headers.get('content-range') ?? '';
      const scripted = script.put?.(range, request);
      if (scripted) return scripted;
      const [, start, end, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(range) ?? [];
      if (start !== undefined) {
        assert.equal(Number(start), received, 'no gap and no overlap');
        assert.equal(request.body.length, Number(end) - Number(start) + 1);
        received = Number(end) + 1;
        assert.ok(received === Number(total) || request.body.length % (256 * KiB) === 0);
      }
      return received === Number(total) ? reply(201, { kind: 'youtube#video', id: 'v1' }) : incomplete();
    }
    if (pathname === '/youtube/v3/videos' && !request.url.searchParams.get('part')?.includes('file')) {
      return script.status?.() ?? reply(200, { items: [{ status: { uploadStatus: 'processed' } }] });
    }
    return script.more?.(request) ?? reply(404, {});
  };
}

function post(more: Partial<FakePost<YoutubeSettings>> & { script?: Script } = {}) {
  const { script, ...rest } = more;
  const media = rest.media ?? [fakeMedia('video')];
  return fakePublishing({
    text: 'Titel\nText',
    settings: plain,
    hosts,
    network: server(script),
    ...rest,
    media,
  });
}

const ranges = (seen: Seen[]) =>
  seen.filter(({ method }) => method === 'PUT').map(({ headers }) => headers.get('content-range'));

test('a small file: session, question, bytes, processing', async () => {
  const seen: Seen[] = [];
  const published = await publish(post({ seen }));
  assert.deepEqual(published, { id: 'v1', url: 'https://web.example/watch?v=v1' });
  assert.deepEqual(
    seen.map(({ method, url }) => `${method} ${url.pathname}`),
    [
      'POST /upload/youtube/v3/videos',
      'PUT /upload/youtube/v3/videos',
      'PUT /upload/youtube/v3/videos',
      'GET /youtube/v3/videos',
    ],
  );
  const [open, ask] = seen;
  assert.equal(open?.url.search, '?uploadType=resumable&part=snippet%2Cstatus');
  assert.equal(open?.headers.get('x-upload-content-length'), '10');
  assert.equal(open?.headers.get('x-upload-content-type'), 'video/mp4');
  assert.match(open?.headers.get('slug') ?? '', /^postbote-[\w-]{36}$/);
  assert.match(open?.body ?? '', /"title":"Titel"/);
  assert.equal(ask?.headers.get('x-guploader-no-308'), 'yes');
  assert.deepEqual(ranges(seen), ['bytes */10', 'bytes 0-9/10']);
});

for (const [name, stated] of [
  ['of stated size is cut into slices', true],
  ['of unstated size is cut from its stream', false],
] as const) {
  test(`a film ${name}; only its last block completes it`, async () => {
    const seen: Seen[] = [];
    const size = 9 * MiB + 5;
    const whole = fakeMedia('video', { size });
    const media = stated
      ? whole
      : { ...whole, probe: async () => ({ ...(await whole.probe()), size: null }) };
    await publish(post({ media: [media], seen }));
    assert.deepEqual(ranges(seen), [
      `bytes */${size}`,
      `bytes 0-${8 * MiB - 1}/${size}`,
      `bytes ${8 * MiB}-${9 * MiB - 1}/${size}`,
      `bytes */${size}`,
      `bytes ${9 * MiB}-${size - 1}/${size}`,
    ]);
  });
}

test('a broken upload goes on where the session stands', async () => {
  const seen: Seen[] = [];
  const size = 2 * MiB;
  const step = memoryStep();
  let puts = 0;
  const put = (range: string) => {
    puts += 1;
    return puts === 2 && !range.includes('*') ? reply(503, {}) : undefined;
  };
  const at = post({ media: [fakeMedia('video', { size })], step, seen, script: { put } });
  await assert.rejects(publish(at), { code: 'platform_unavailable' });
  assert.equal((await publish(at)).id, 'v1');
  assert.equal(seen.filter(({ method }) => method === 'POST').length, 1, 'the same session');
});

test('a lost end is settled by the session', async () => {
  const step = memoryStep();
  let isBroken = true;
  const put = (range: string) => (isBroken && range === 'bytes 0-9/10' ? reply(502, {}) : undefined);
  const at = post({ step, script: { put } });
  await assert.rejects(publish(at), { code: 'platform_unavailable' });
  const lost = step.commits.get('video-1');
  assert.ok(lost?.by === 'asking' && lost.absent === 'repeat');
  assert.deepEqual(await askCommit(step, 'video-1', fakeNow), { is: 'absent' });
  isBroken = false;
  assert.equal((await publish(at)).id, 'v1');
  assert.deepEqual(await askCommit(step, 'video-1', fakeNow), { is: 'live', value: { id: 'v1' } });
});

test('a session that ends before the last byte is replaced', async () => {
  const seen: Seen[] = [];
  const put = (_range: string, { url }: Seen) =>
    url.searchParams.get('upload_id') === 'u1' ? new Response('Not Found', { status: 404 }) : undefined;
  assert.equal((await publish(post({ seen, script: { put } }))).id, 'v1');
  assert.equal(seen.filter(({ method }) => method === 'POST').length, 2);
  const gone = () => new Response('', { status: 410 });
  await assert.rejects(publish(post({ script: { put: gone } })), {
    code: 'platform_rejected',
    facts: { platform: 'youtube', reason: 'session_expired' },
  });
});

function forgotten(items: unknown[], files: unknown, text = 'Titel') {
  let isGone = false;
  const step = memoryStep();
  const put = (range: string) => {
    if (isGone) return new Response('', { status: 404 });
    return range.includes('*') ? undefined : reply(500, {});
  };
  const more: Network = ({ url }) => {
    const uploads = { relatedPlaylists: { uploads: 'UUme' } };
    if (url.pathname.endsWith('/channels')) {
      return reply(200, { items: [{ id: 'did:plc:me', snippet: { title: 'Me' }, contentDetails: uploads }] });
    }
    if (url.pathname.endsWith('/playlistItems')) return reply(200, { items });
    return files === null ? reply(403, {}) : reply(200, { items: files });
  };
  const at = post({ text, step, script: { put, more } });
  return async (begunAt = fakeNow) => {
    await assert.rejects(publish(at), { code: 'platform_unavailable' });
    isGone = true;
    const slug = JSON.parse(step.memory.get('session-1') ?? '{}').fileName;
    for (const file of (files as { fileDetails?: { fileName?: string } }[] | null) ?? []) {
      if (file.fileDetails?.fileName === 'ours') file.fileDetails.fileName = slug;
    }
    return await askCommit(step, 'video-1', begunAt);
  };
}

const upload = (id: string, title: string, at = fakeNow) => ({
  snippet: { title, publishedAt: new Date(at).toISOString() },
  contentDetails: { videoId: id },
});

test('once the session is forgotten, the uploads tell: by file name, else by title and size', async () => {
  const named = forgotten(
    [upload('x', 'Titel'), upload('v', 'Anders')],
    [{ id: 'v', fileDetails: { fileName: 'ours' } }],
  );
  assert.deepEqual(await named(), { is: 'live', value: { id: 'v' } });
  const sized = forgotten(
    [upload('x', 'Titel'), upload('taken', 'Titel'), upload('v', 'Titel')],
    [
      { id: 'x', fileDetails: { fileSize: '11' } },
      { id: 'v', fileDetails: { fileSize: '10' } },
    ],
  );
  assert.deepEqual(await sized(), { is: 'live', value: { id: 'v' } });
  assert.deepEqual(await forgotten([upload('v', 'Titel')], null)(), { is: 'live', value: { id: 'v' } });
});

test('what the uploads do not show is searched for a while and then left to the owner', async () => {
  const old = [upload('v', 'Titel', fakeNow - 3_600_000)];
  await assert.rejects(forgotten(old, null)(), { code: 'platform_not_ready' });
  await assert.rejects(forgotten(old, null)(fakeNow - 200_000), { code: 'outcome_unknown' });
  const twins = [upload('v', 'Titel'), upload('w', 'Titel')];
  await assert.rejects(forgotten(twins, null)(fakeNow - 200_000), { code: 'outcome_unknown' });
});

test('YouTube’s verdict ends it; what only hinders asking does not', async () => {
  const verdict = (status: unknown) => () => reply(200, { items: [{ status }] });
  const ends = (status: unknown) => publish(post({ script: { status: verdict(status) } }));
  await assert.rejects(ends({ uploadStatus: 'failed', failureReason: 'codec' }), {
    code: 'media_rejected',
    facts: { platform: 'youtube', reason: 'codec' },
  });
  await assert.rejects(ends({ uploadStatus: 'rejected', rejectionReason: 'duplicate' }), {
    code: 'platform_duplicate',
  });
  await assert.rejects(ends({ uploadStatus: 'rejected', rejectionReason: 'copyright' }), {
    code: 'platform_rejected',
  });
  assert.equal((await ends({ uploadStatus: 'deleted' })).id, 'v1');
  const forbidden = () => reply(403, { error: { errors: [{ reason: 'insufficientPermissions' }] } });
  assert.equal((await publish(post({ script: { status: forbidden } }))).id, 'v1');
  let asked = 0;
  const slow = () => {
    asked += 1;
    if (asked < 3) return reply(503, {});
    return reply(200, asked < 5 ? {} : { items: [{ status: { uploadStatus: 'processed' } }] });
  };
  assert.equal((await publish(post({ script: { status: slow } }))).id, 'v1');
});

test('after twenty minutes of processing it counts as published', async () => {
  let now = fakeNow;
  const status = () => {
    now += 15_000;
    return reply(200, { items: [{ status: { uploadStatus: 'uploaded' } }] });
  };
  const at = post({ script: { status } });
  assert.equal((await publish({ ...at, now: () => now })).id, 'v1');
  assert.ok(now - fakeNow >= 20 * 60_000 && now - fakeNow < 21 * 60_000);
});

test('a thumbnail is checked before, and costs nothing but itself afterwards', async () => {
  const cover = fakeMedia('image', { type: 'image/png', size: 5 });
  const seen: Seen[] = [];
  await publish(post({ cover, seen }));
  const set = seen.find(({ url }) => url.pathname.endsWith('/thumbnails/set'));
  assert.deepEqual(
    [set?.url.searchParams.get('videoId'), set?.headers.get('content-type')],
    ['v1', 'image/png'],
  );
  const tries = async (status: number) => {
    let count = 0;
    const thumbnail = () => {
      count += 1;
      return reply(status, {});
    };
    assert.equal((await publish(post({ cover, script: { thumbnail } }))).id, 'v1');
    return count;
  };
  assert.deepEqual([await tries(403), await tries(503), await tries(401)], [1, 2, 2]);
  await assert.rejects(publish(post({ cover: fakeMedia('image', { type: 'image/webp' }) })), {
    code: 'media_rejected',
  });
});

test('what is no video, and an address that is not Google’s, are refused', async () => {
  await assert.rejects(publish(post({ media: [fakeMedia('image')] })), { code: 'post_invalid' });
  await assert.rejects(publish(post({ media: [fakeMedia('video', { type: 'video/ogg' })] })), {
    code: 'media_rejected',
  });
  const open = () => new Response('', { headers: { location: 'https://elsewhere.example/' } });
  await assert.rejects(publish(post({ script: { open } })), { code: 'platform_unavailable' });
});
