import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askCommit, fakeMedia, fakeNow, fakePublishing, memoryStep, type Seen } from '../publishing.fake.ts';
import { publish } from './publish.ts';
import {
  bad,
  complete,
  creatorWith,
  everybody,
  failedWith,
  good,
  hosts,
  POST_ID,
  type Script,
  server,
  settings,
} from './server.fake.ts';
import type { TiktokSettings } from './settings.ts';

const inits = (seen: Seen[]) => seen.filter(({ url }) => url.pathname.endsWith('/init/'));
const clip = fakeMedia('video', { size: 1000 });
const picture = fakeMedia('image', { width: 1080, height: 1350 });

function post(
  script: Script,
  more: { media?: (typeof clip)[]; text?: string; settings?: Partial<TiktokSettings>; seen?: Seen[] } = {},
) {
  return fakePublishing({
    text: 'Hi',
    media: [clip],
    hosts,
    network: server(script),
    ...more,
    settings: { ...settings, ...more.settings },
  });
}

test('a video: who may post, init, bytes, wait, link', async () => {
  const seen: Seen[] = [];
  const published = await publish(post({}, { seen, settings: { video_cover_timestamp_ms: 1500 } }));
  assert.deepEqual(published, { id: POST_ID, url: `https://web.example/@anna/video/${POST_ID}` });
  assert.deepEqual(
    seen.map(({ method, url }) => `${method} ${url.pathname}`),
    [
      'POST /v2/post/publish/creator_info/query/',
      'POST /v2/post/publish/video/init/',
      'PUT /video/',
      'POST /v2/post/publish/status/fetch/',
    ],
  );
  assert.deepEqual(seen[1]?.json(), {
    post_info: {
      title: 'Hi',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      disable_comment: false,
      brand_content_toggle: false,
      brand_organic_toggle: false,
      is_aigc: false,
      disable_duet: false,
      disable_stitch: false,
      video_cover_timestamp_ms: 1500,
    },
    source_info: { source: 'FILE_UPLOAD', video_size: 1000, chunk_size: 1000, total_chunk_count: 1 },
  });
  assert.equal(seen[2]?.headers.get('content-range'), 'bytes 0-999/1000');
  assert.equal(seen[2]?.headers.get('content-type'), 'video/mp4');
  assert.equal(seen[2]?.headers.get('authorization'), null);
});

test('a film that is longer than its creator may post is refused before anything is sent', async () => {
  const seen: Seen[] = [];
  const creator = () => creatorWith(everybody, { max_video_post_duration_sec: 60 });
  const film = (durationMs: number) => [fakeMedia('video', { size: 1000, durationMs })];
  await publish(post({ creator }, { media: film(60_000) }));
  await assert.rejects(publish(post({ creator }, { media: film(61_000), seen })), {
    code: 'media_rejected',
    facts: { platform: 'tiktok', reason: 'wrong_length', seconds: 61, min_seconds: 0, max_seconds: 60 },
  });
  assert.deepEqual(inits(seen), []);
});

test('pictures: one call with their addresses', async () => {
  const seen: Seen[] = [];
  const published = await publish(
    post({}, { seen, media: [picture, picture], settings: { title: 'T', photo_cover_index: 5 } }),
  );
  assert.equal(published.url, `https://web.example/@anna/photo/${POST_ID}`);
  const body = seen[1]?.json() as Record<string, Record<string, unknown>>;
  assert.equal(seen[1]?.url.pathname, '/v2/post/publish/content/init/');
  assert.deepEqual([body.media_type, body.post_mode], ['PHOTO', 'DIRECT_POST']);
  assert.deepEqual(body.source_info, {
    source: 'PULL_FROM_URL',
    photo_images: ['https://files.example/image', 'https://files.example/image'],
    photo_cover_index: 1,
  });
  assert.deepEqual([body.post_info?.title, body.post_info?.description], ['T', 'Hi']);
  assert.equal('disable_duet' in (body.post_info ?? {}), false);
});

test('the audience is one that the creator may choose, the widest unless told', async () => {
  const privacyOf = async (script: Script, own: Partial<TiktokSettings> = {}) => {
    const seen: Seen[] = [];
    await publish(post({ status: () => complete(''), ...script }, { seen, settings: own }));
    const body = inits(seen).at(-1)?.json() as { post_info: { privacy_level: string } };
    return body.post_info.privacy_level;
  };
  const few = { creator: () => creatorWith(['SELF_ONLY', 'FOLLOWER_OF_CREATOR']) };
  assert.equal(await privacyOf(few), 'FOLLOWER_OF_CREATOR');
  assert.equal(await privacyOf({}, { privacy_level: 'SELF_ONLY' }), 'SELF_ONLY');
  await assert.rejects(privacyOf(few, { privacy_level: 'PUBLIC_TO_EVERYONE' }), {
    code: 'platform_rejected',
    facts: {
      platform: 'tiktok',
      reason: 'privacy_level_option_mismatch',
      options: ['SELF_ONLY', 'FOLLOWER_OF_CREATOR'],
    },
  });
  const alone = { creator: () => creatorWith(['SELF_ONLY']) };
  await assert.rejects(privacyOf(alone, { brand_content_toggle: true }), { code: 'platform_rejected' });
});

test('an app without audit posts for the creator alone, unless an audience was chosen', async () => {
  for (const media of [[clip], [picture]]) {
    const unaudited: Script = {
      init: (calls) =>
        calls === 1
          ? bad(403, 'unaudited_client_can_only_post_to_private_accounts')
          : good({ publish_id: 'p2', upload_url: 'https://up.example/video/?upload_id=2' }),
      status: () => complete(''),
    };
    assert.deepEqual(await publish(post(unaudited, { media })), { id: 'publish:p2', url: null });
    const chosen = { settings: { privacy_level: 'PUBLIC_TO_EVERYONE' as const }, media };
    await assert.rejects(publish(post(unaudited, chosen)), { code: 'platform_permission' });
  }
});

test('what the creator has switched off stays off', async () => {
  const seen: Seen[] = [];
  const off = { comment_disabled: true, duet_disabled: true, stitch_disabled: false };
  await publish(post({ creator: () => creatorWith(everybody, off) }, { seen }));
  const info = inits(seen)[0]?.json().post_info as Record<string, boolean> | undefined;
  assert.deepEqual([info?.disable_comment, info?.disable_duet, info?.disable_stitch], [true, true, false]);
});

test('a creator who may not post now is told before anything is sent', async () => {
  const seen: Seen[] = [];
  const capped = { creator: () => bad(403, 'spam_risk_too_many_posts') };
  await assert.rejects(publish(post(capped, { seen })), {
    code: 'platform_rate_limited',
    retryAfterSeconds: 3600,
  });
  assert.equal(seen.length, 1);
});

test('files TikTok cannot take are refused before any init', async () => {
  const cases = [
    [fakeMedia('image', { type: 'image/png' }), 'unsupported_type'],
    [fakeMedia('image', { width: 1086, height: 1448 }), 'too_many_pixels'],
    [fakeMedia('image', { size: 20_000_001 }), 'too_large'],
    [fakeMedia('video', { type: 'video/mpeg' }), 'unsupported_type'],
  ] as const;
  for (const [media, reason] of cases) {
    const seen: Seen[] = [];
    await assert.rejects(publish(post({}, { seen, media: [media] })), (error: Error) => {
      const { code, facts } = error as Error & { code: string; facts: { reason: string } };
      assert.deepEqual([code, facts.reason], ['media_rejected', reason]);
      return true;
    });
    assert.equal(inits(seen).length, 0);
  }
});

test('what came to nothing on their side is tried anew, a bad file is not', async () => {
  const seen: Seen[] = [];
  const once = { status: (calls: number) => (calls === 1 ? failedWith('internal') : complete()) };
  assert.equal((await publish(post(once, { seen }))).id, POST_ID);
  assert.equal(inits(seen).length, 2);
  for (const [reason, code] of [
    ['duration_check_failed', 'media_rejected'],
    ['spam_risk_user_banned_from_posting', 'platform_account'],
    ['auth_removed', 'platform_permission'],
    ['spam_risk_text', 'platform_rejected'],
    ['never_seen', 'platform_rejected'],
    ['photo_pull_failed', 'media_rejected'],
  ] as const) {
    const status = () => failedWith(reason);
    await assert.rejects(publish(post({ status }, { media: [picture] })), { code }, reason);
  }
});

test('a question refused after the handing over does not call the post failed', async () => {
  for (const code of ['invalid_publish_id', 'scope_not_authorized']) {
    const script = { status: () => bad(400, code) };
    await assert.rejects(publish(post(script)), { code: 'outcome_unknown' });
  }
  await assert.rejects(publish(post({ status: () => bad(401, 'access_token_invalid') })), {
    code: 'platform_auth',
    refreshable: true,
  });
});

test('a live post without a public id goes by its publish id; nothing undoes it', async () => {
  let now = fakeNow;
  const silent = {
    status: (calls: number) => (calls === 1 ? complete('') : bad(401, 'access_token_invalid')),
  };
  const at = { ...post(silent), now: () => (now += 1000) };
  assert.deepEqual(await publish(at), { id: 'publish:p1', url: null });
  const later = { status: (calls: number) => (calls < 5 ? complete('') : complete()) };
  assert.equal((await publish(post(later))).id, POST_ID);
});

test('endless processing ends in not knowing', async () => {
  let now = fakeNow;
  const stuck = { status: () => good({ status: 'PROCESSING_DOWNLOAD' }) };
  const at = { ...post(stuck, { media: [picture] }), now: () => (now += 600_000) };
  await assert.rejects(publish(at), { code: 'outcome_unknown' });
});

test('a draft needs no audience and is done when it is in the inbox', async () => {
  for (const media of [[clip], [picture]]) {
    const seen: Seen[] = [];
    const script = { status: () => good({ status: 'SEND_TO_USER_INBOX' }) };
    const draft = post(script, { seen, media, settings: { send_to_inbox: true } });
    assert.deepEqual(await publish(draft), { id: 'publish:p1', url: null });
    assert.match(String(seen[0]?.url.pathname), /(inbox\/video|content)\/init\/$/);
    assert.equal(seen[0]?.body.includes('privacy_level'), false);
  }
});

test('a lost photo init is looked for by its text, and never sent again by itself', async () => {
  const step = memoryStep();
  const list = { videos: [] as object[] };
  const network = server({ init: () => bad(500, 'internal_error'), list: () => good(list) });
  const at = { text: 'Hi there', media: [picture], settings, hosts, step, network };
  await assert.rejects(publish(fakePublishing(at)), { code: 'platform_unavailable' });
  const lost = step.commits.get('publish-1');
  assert.equal(lost?.by === 'asking' && lost.absent, 'person');
  const seen = (id: string, text: string, offset = 0) => ({
    id,
    video_description: text,
    create_time: fakeNow / 1000 + offset,
  });
  list.videos = [seen('1', 'Other'), seen('2', 'Hi  there\n'), seen('3', 'Hi there', -60)];
  assert.deepEqual(await askCommit(step, 'publish-1', fakeNow), { is: 'live', value: { postId: '2' } });
  list.videos = [seen('1', 'Hi there'), seen('2', 'Hi there')];
  assert.deepEqual(await askCommit(step, 'publish-1', fakeNow), { is: 'absent' });
  for (const hidden of [{ text: '' }, { settings: { ...settings, privacy_level: 'SELF_ONLY' as const } }]) {
    const own = memoryStep();
    await assert.rejects(publish(fakePublishing({ ...at, ...hidden, step: own })));
    assert.deepEqual(own.commits.get('publish-1'), { by: 'person' });
  }
});
