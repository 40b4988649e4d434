import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fakeMedia,
  fakeNow,
  fakePublishing,
  memoryStep,
  type Network,
  reply,
  type Seen,
} from '../publishing.fake.ts';
import { publish } from './publish.ts';
import { settings as schema } from './settings.ts';

const hosts = { api: 'https://api.example', www: 'https://www.example' };
const MiB = 1024 * 1024;
const partBytes = 4 * MiB;

interface Script {
  readonly part?: (index: number) => Response | undefined;
  readonly finalize?: () => Response;
  readonly status?: () => Response;
  readonly expireAt?: number;
}

function server(script: Script = {}): Network {
  let videos = 0;
  let parts = 0;
  return (request) => {
    const { pathname, searchParams } = request.url;
    if (searchParams.get('action') === 'initializeUpload') {
      videos += 1;
      const wish = request.json().initializeUploadRequest as {
        fileSizeBytes: number;
        uploadThumbnail: boolean;
      };
      const size = wish.fileSizeBytes;
      const uploadInstructions = Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => ({
        uploadUrl: `https://www.example/${videos}/part/${index}`,
        firstByte: index * partBytes,
        lastByte: Math.min((index + 1) * partBytes, size) - 1,
      }));
      const cover = wish.uploadThumbnail && { thumbnailUploadUrl: `https://www.example/${videos}/cover` };
      const uploadUrlsExpireAt = videos === 1 ? (script.expireAt ?? fakeNow + 1000) : fakeNow + 1000;
      const video = `urn:li:video:${videos}`;
      return reply(200, {
        value: { video, uploadToken: 'tok', uploadInstructions, uploadUrlsExpireAt, ...cover },
      });
    }
    if (searchParams.get('action') === 'finalizeUpload') {
      return script.finalize?.() ?? new Response(null, { status: 200 });
    }
    if (pathname.includes('/part/')) {
      parts += 1;
      const headers = { etag: `tag-${pathname}` };
      return script.part?.(parts) ?? new Response(null, { status: 200, headers });
    }
    if (pathname.startsWith('/rest/videos/')) return script.status?.() ?? reply(200, { status: 'AVAILABLE' });
    return new Response(null, { status: 201, headers: { 'x-restli-id': 'urn:li:ugcPost:9' } });
  };
}

function posting(more: Partial<Parameters<typeof fakePublishing>[0]> & { network: Network }) {
  const settings = schema.parse({ video_title: 'Film' });
  const at = fakePublishing({ hosts, ...more, settings });
  return publish({ ...at, account: { externalId: 'urn:li:person:me', username: null } });
}

const finals = (seen: Seen[]) =>
  seen
    .filter(({ url }) => url.searchParams.get('action') === 'finalizeUpload')
    .map((call) => call.json().finalizeUploadRequest);

for (const [name, stated] of [
  ['of stated size is cut into slices', true],
  ['of unstated size is cut from its stream', false],
] as const) {
  test(`a video ${name} as instructed, with its cover before the end`, async () => {
    const seen: Seen[] = [];
    const whole = fakeMedia('video', { size: 9 * MiB + 5 });
    const media = stated
      ? whole
      : { ...whole, probe: async () => ({ ...(await whole.probe()), size: null }) };
    const published = await posting({ media: [media], cover: fakeMedia('image'), seen, network: server() });
    assert.equal(published.url, 'https://www.example/feed/update/urn:li:ugcPost:9/');
    assert.deepEqual(seen[0]?.json().initializeUploadRequest, {
      owner: 'urn:li:person:me',
      fileSizeBytes: 9 * MiB + 5,
      uploadCaptions: false,
      uploadThumbnail: true,
    });
    const puts = seen.filter(({ method }) => method === 'PUT');
    assert.deepEqual(
      puts.map(({ url, body }) => [url.pathname, body.length]),
      [
        ['/1/part/0', partBytes],
        ['/1/part/1', partBytes],
        ['/1/part/2', MiB + 5],
        ['/1/cover', 10],
      ],
    );
    // The address is the permission; the token stays at home.
    assert.ok(puts.every(({ headers }) => headers.get('authorization') === null));
    assert.equal(puts[3]?.headers.get('media-type-family'), 'STILLIMAGE');
    assert.deepEqual(finals(seen), [
      {
        video: 'urn:li:video:1',
        uploadToken: 'tok',
        uploadedPartIds: ['tag-/1/part/0', 'tag-/1/part/1', 'tag-/1/part/2'],
      },
    ]);
    assert.deepEqual(seen.at(-1)?.json().content, { media: { id: 'urn:li:video:1', title: 'Film' } });
  });
}

test('upload addresses that have grown old are announced anew', async () => {
  const expired = () => new Response(null, { status: 401 });
  for (const script of [
    { part: (n: number) => (n === 2 ? expired() : undefined) },
    { expireAt: fakeNow - 1 },
  ]) {
    const seen: Seen[] = [];
    await posting({ media: [fakeMedia('video', { size: 9 * MiB })], seen, network: server(script) });
    assert.deepEqual(finals(seen)[0], {
      video: 'urn:li:video:2',
      uploadToken: 'tok',
      uploadedPartIds: ['tag-/2/part/0', 'tag-/2/part/1', 'tag-/2/part/2'],
    });
  }
});

test('sent parts are remembered in groups; only the broken group is sent again', async () => {
  const step = memoryStep();
  const media = [fakeMedia('video', { size: 17 * partBytes })];
  const broken = server({ part: (n) => (n === 17 ? new Response(null, { status: 503 }) : undefined) });
  await assert.rejects(posting({ media, step, network: broken }), { code: 'platform_unavailable' });
  const seen: Seen[] = [];
  await posting({ media, step, seen, network: broken });
  assert.equal(seen.filter(({ method }) => method === 'PUT').length, 1);
  assert.equal((finals(seen)[0] as { uploadedPartIds: string[] }).uploadedPartIds.length, 17);
});

test('a refused repeat of finalize is no harm when the first one worked', async () => {
  const media = [fakeMedia('video', { size: 80_000 })];
  const finalize = () => reply(400, { code: 'ILLEGAL_ARGUMENT' });
  await posting({ media, network: server({ finalize }) });
  const waiting = server({ finalize, status: () => reply(200, { status: 'WAITING_UPLOAD' }) });
  await assert.rejects(posting({ media, network: waiting }), { code: 'platform_rejected' });
});

test('a film that fails, is too small, too large or of another kind', async () => {
  const status = () => reply(200, { status: 'PROCESSING_FAILED', processingFailureReason: 'no sound' });
  const good = [fakeMedia('video', { size: 80_000 })];
  await assert.rejects(posting({ media: good, network: server({ status }) }), {
    code: 'media_rejected',
    raw: 'no sound',
  });
  for (const facts of [{ size: 74_999 }, { size: 80_000, type: 'video/quicktime' }]) {
    const seen: Seen[] = [];
    const media = [fakeMedia('video', facts)];
    await assert.rejects(posting({ media, seen, network: server() }), { code: 'media_rejected' });
    assert.equal(seen.length, 0);
  }
  const cover = fakeMedia('image', { type: 'image/webp' });
  await assert.rejects(posting({ media: good, cover, network: server() }), { code: 'media_rejected' });
});
