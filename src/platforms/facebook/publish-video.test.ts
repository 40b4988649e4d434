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
import type { FacebookSettings } from './index.ts';
import { publish } from './publish.ts';
import { type Progress, progressOf } from './video-status.ts';

const hosts = {
  graph: 'https://graph.example',
  rupload: 'https://rupload.example',
  web: 'https://web.example',
};
const asVideo: FacebookSettings = { video_as: 'video', title: 'A film' };
const asReel: FacebookSettings = { video_as: 'reel' };

const phases = (uploading: string, processing: string, publishing: string, more = {}, bytes = 0) => ({
  status: {
    uploading_phase: { status: uploading, bytes_transferred: bytes },
    processing_phase: { status: processing },
    publishing_phase: { status: publishing, ...more },
  },
});
const untouched = phases('not_started', 'not_started', 'not_started', { publish_status: 'draft' });
const shown = phases('complete', 'complete', 'complete', { publish_status: 'published' });

interface Script {
  /** Answers to the status questions in turn; the last one stays. */
  readonly states: readonly unknown[];
  readonly finish?: () => Response;
  /** What the server takes of each chunk. */
  readonly chunk?: number;
}

function server(script: Script): Network {
  let asked = 0;
  let offset = 0;
  const size = script.chunk ?? 4;
  return ({ url, body }) => {
    const path = url.pathname.replace('/v26.0/', '').replace('did:plc:me/', '');
    const range = () => ({ start_offset: String(offset), end_offset: String(Math.min(offset + size, 10)) });
    if (url.host === 'rupload.example') return reply(200, { success: true });
    if (url.searchParams.get('upload_phase') === 'finish') {
      return script.finish?.() ?? reply(200, { success: true });
    }
    if (path === 'video_reels') return reply(200, { video_id: 'v1', upload_url: 'https://evil.example/up' });
    if (path === 'videos' && body.startsWith('upload_phase=start')) {
      return reply(200, { upload_session_id: 's1', video_id: 'v1', ...range() });
    }
    if (path === 'videos') {
      offset = Math.min(offset + size, 10);
      return reply(200, range());
    }
    if (path === 'v1/thumbnails') return reply(400, { error: { code: 100 } });
    if (url.searchParams.get('fields') === 'permalink_url') return reply(200, { permalink_url: '/reel/v1/' });
    const state = script.states[Math.min(asked, script.states.length - 1)];
    asked += 1;
    return reply(200, state);
  };
}

test('a video goes up in the parts Facebook asks for, and its cover with the publishing call', async () => {
  const seen: Seen[] = [];
  const post = {
    text: 'Hi',
    media: [fakeMedia('video')],
    cover: fakeMedia('image'),
    settings: asVideo,
    hosts,
    seen,
  };
  const published = await publish(
    fakePublishing({ ...post, network: server({ states: [untouched, shown] }) }),
  );
  assert.deepEqual(published, { id: 'v1', url: 'https://web.example/reel/v1/' });
  const offsets = seen.map(({ body }) => /name="start_offset"\r\n\r\n(\d+)/.exec(body)?.[1]).filter(Boolean);
  assert.deepEqual(offsets, ['0', '4', '8']);
  const finish = seen.find(({ url }) => url.searchParams.get('upload_phase') === 'finish');
  for (const part of [
    /name="description"\r\n\r\nHi/,
    /name="title"\r\n\r\nA film/,
    /name="thumb"/,
    /\r\n\r\ns1/,
  ]) {
    assert.match(finish?.body ?? '', part);
  }
});

test('after a crash the upload goes on where Facebook stands', async () => {
  const seen: Seen[] = [];
  const halfway = phases('in_progress', 'not_started', 'not_started', {}, 8);
  const network = server({ states: [halfway, shown], chunk: 10 });
  await publish(fakePublishing({ media: [fakeMedia('video')], settings: asVideo, hosts, seen, network }));
  const offsets = seen.map(({ body }) => /name="start_offset"\r\n\r\n(\d+)/.exec(body)?.[1]).filter(Boolean);
  assert.deepEqual(offsets, ['8']);
});

test('a Reel’s bytes go to the configured host only; a refused cover does not undo it', async () => {
  const seen: Seen[] = [];
  const uploaded = phases('complete', 'not_started', 'not_started', { publish_status: 'draft' });
  const network = server({ states: [untouched, uploaded, shown] });
  const media = [fakeMedia('video', { width: null, height: null })];
  const at = fakePublishing({ media, cover: fakeMedia('image'), settings: asReel, hosts, seen, network });
  assert.equal((await publish(at)).id, 'v1');
  const upload = seen.find(({ url }) => url.host === 'rupload.example');
  assert.equal(upload?.url.pathname, '/video-upload/v26.0/v1');
  assert.deepEqual(
    ['authorization', 'offset', 'file_size', 'content-length'].map((name) => upload?.headers.get(name)),
    ['OAuth access', '0', '10', '10'],
  );
  assert.ok(!seen.some(({ url }) => url.host === 'evil.example'));
  const lying = [fakeMedia('video', { width: 1920, height: 1080 })];
  await assert.rejects(publish(fakePublishing({ media: lying, settings: asReel, hosts, network })), {
    code: 'media_rejected',
  });
});

test('the state of the video settles a lost answer', async () => {
  const find = async (state: unknown) => {
    const step = memoryStep();
    const network = server({ states: [untouched, shown, state] });
    await publish(fakePublishing({ media: [fakeMedia('video')], settings: asVideo, hosts, step, network }));
    return askCommit(step, 'video', fakeNow);
  };
  const live = { is: 'live', value: { acceptedAt: fakeNow } };
  assert.deepEqual(await find(shown), live);
  assert.deepEqual(await find({ ...phases('complete', 'in_progress', 'in_progress') }), live);
  assert.deepEqual(await find({ ...phases('complete', 'complete', 'not_started'), post_id: '7' }), live);
  assert.deepEqual(await find(phases('complete', 'complete', 'not_started', { publish_status: 'draft' })), {
    is: 'absent',
  });
  assert.deepEqual(await find(phases('complete', 'error', 'not_started')), { is: 'void' });
  await assert.rejects(find(phases('complete', 'in_progress', 'not_started')), {
    code: 'platform_not_ready',
  });
});

test('what Facebook accepted is only undone by its own clear no', async () => {
  const failed = { ...phases('complete', 'error', 'error') };
  const network = server({ states: [untouched, failed] });
  await assert.rejects(
    publish(fakePublishing({ media: [fakeMedia('video')], settings: asVideo, hosts, network })),
    {
      code: 'media_rejected',
    },
  );
  // The status cannot be read any more: the video stays accepted.
  const step = memoryStep();
  let clock = fakeNow;
  const at = fakePublishing({
    media: [fakeMedia('video')],
    settings: asVideo,
    hosts,
    step,
    network: server({ states: [untouched, {}] }),
  });
  const late = { ...at, now: () => (clock += 60_000) };
  assert.equal((await publish(late)).id, 'v1');
  assert.equal(step.memory.get('video-shown'), '"late"');
});

test('the phases of a video, read together', () => {
  const progress = (more: Partial<Progress>): Progress => ({
    postId: null,
    overall: '',
    uploading: 'complete',
    processing: 'complete',
    publishing: 'not_started',
    publishStatus: '',
    bytes: 0,
    words: '',
    ...more,
  });
  assert.equal(progressOf(progress({ publishing: 'completed', publishStatus: 'published' })), 'shown');
  assert.equal(progressOf(progress({ publishStatus: 'published' })), 'accepted');
  assert.equal(progressOf(progress({ publishStatus: 'draft' })), 'idle');
  assert.equal(progressOf(progress({ overall: 'expired' })), 'broken');
});
