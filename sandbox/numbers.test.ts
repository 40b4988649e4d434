import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestAccount, type TestSandbox } from './open-test-sandbox.ts';

const hour = 3_600_000;
let clock = Date.parse('2026-11-15T10:00:00Z');
let box: TestSandbox;
before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0 });
});
after(() => box.close());

type Read = (path: string) => Promise<unknown>;
interface Case {
  publish(account: TestAccount, token: string): Promise<string>;
  /** Likes and people, told by every address that tells them. */
  read(get: Read, id: string, account: TestAccount): Promise<{ likes: unknown[]; reach: unknown[] }>;
  /** Where the followers stand, if anywhere. */
  followers?(get: Read, account: TestAccount): Promise<unknown>;
}

const into = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce((at: unknown, key) => (at as Record<string | number, unknown> | undefined)?.[key], value);
const send = async (path: string, form: Record<string, string>, token: string) =>
  (await box.call(path, { method: 'POST', form, token })).json;

const cases: Record<string, Case> = {
  twitter: {
    publish: async (_, token) =>
      (await box.post('/twitter/2/tweets', { text: 'Zahlen' }, token)).json.data.id,
    async read(get, id) {
      const fields = 'tweet.fields=public_metrics,non_public_metrics';
      const one = await get(`/twitter/2/tweets/${id}?${fields}`);
      const many = await get(`/twitter/2/tweets?ids=${id}&${fields}`);
      return {
        likes: [
          into(one, 'data', 'public_metrics', 'like_count'),
          into(many, 'data', 0, 'public_metrics', 'like_count'),
        ],
        reach: [
          into(one, 'data', 'public_metrics', 'impression_count'),
          into(one, 'data', 'non_public_metrics', 'impression_count'),
        ],
      };
    },
    followers: async (get) =>
      into(
        await get('/twitter/2/users/me?user.fields=public_metrics'),
        'data',
        'public_metrics',
        'followers_count',
      ),
  },
  facebook: {
    publish: async ({ external_id: page }, token) =>
      (await send(`/facebook-graph/v26.0/${page}/feed`, { message: 'Zahlen' }, token)).id,
    async read(get, id) {
      const post = await get(`/facebook-graph/v26.0/${id}?fields=reactions.summary(total_count)`);
      const names = 'post_reactions_by_type_total,post_total_media_view_unique';
      const insights = await get(`/facebook-graph/v26.0/${id}/insights?metric=${names}`);
      return {
        likes: [
          into(post, 'reactions', 'summary', 'total_count'),
          into(insights, 'data', 0, 'values', 0, 'value', 'like'),
        ],
        reach: [into(insights, 'data', 1, 'values', 0, 'value')],
      };
    },
    followers: async (get, { external_id: page }) =>
      into(await get(`/facebook-graph/v26.0/${page}?fields=followers_count`), 'followers_count'),
  },
  instagram: {
    async publish({ external_id: user }, token) {
      const image_url = `${box.url}/sandbox/media/square.jpg`;
      const { id } = await send(`/instagram/v25.0/${user}/media`, { image_url }, token);
      clock += 1000;
      const status = () => box.call(`/instagram/v25.0/${id}?fields=status_code`, { token });
      await box.until(status, ({ json }) => json.status_code === 'FINISHED');
      return (await send(`/instagram/v25.0/${user}/media_publish`, { creation_id: id }, token)).id;
    },
    async read(get, id) {
      const media = await get(`/instagram/v25.0/${id}?fields=like_count`);
      const insights = await get(`/instagram/v25.0/${id}/insights?metric=likes,reach`);
      return {
        likes: [into(media, 'like_count'), into(insights, 'data', 0, 'values', 0, 'value')],
        reach: [into(insights, 'data', 1, 'values', 0, 'value')],
      };
    },
    followers: async (get, { external_id: user }) =>
      into(await get(`/instagram/v25.0/${user}?fields=followers_count`), 'followers_count'),
  },
  threads: {
    publish: async (_, token) =>
      (
        await send(
          '/threads/v1.0/me/threads',
          { media_type: 'TEXT', text: 'Zahlen', auto_publish_text: 'true' },
          token,
        )
      ).id,
    async read(get, id) {
      const insights = await get(`/threads/v1.0/${id}/insights?metric=likes,views`);
      const profile = await get('/threads/v1.0/me/threads_insights?metric=likes,views');
      return {
        likes: [
          into(insights, 'data', 0, 'values', 0, 'value'),
          into(profile, 'data', 0, 'total_value', 'value'),
        ],
        reach: [
          into(insights, 'data', 1, 'values', 0, 'value'),
          into(profile, 'data', 1, 'values', 0, 'value'),
        ],
      };
    },
    followers: async (get) =>
      into(
        await get('/threads/v1.0/me/threads_insights?metric=followers_count'),
        'data',
        0,
        'total_value',
        'value',
      ),
  },
  bluesky: {
    async publish({ external_id: repo }, token) {
      const record = { text: 'Zahlen', createdAt: new Date(clock).toISOString() };
      const body = { repo, collection: 'app.bsky.feed.post', record };
      return (await box.post('/bluesky/xrpc/com.atproto.repo.createRecord', body, token)).json.uri;
    },
    async read(get, id, { external_id: actor }) {
      const posts = await get(`/bluesky-appview/xrpc/app.bsky.feed.getPosts?uris=${encodeURIComponent(id)}`);
      const feed = await get(`/bluesky-appview/xrpc/app.bsky.feed.getAuthorFeed?actor=${actor}`);
      return {
        likes: [into(posts, 'posts', 0, 'likeCount'), into(feed, 'feed', 0, 'post', 'likeCount')],
        reach: [],
      };
    },
    followers: async (get, { external_id: actor }) =>
      into(await get(`/bluesky-appview/xrpc/app.bsky.actor.getProfile?actor=${actor}`), 'followersCount'),
  },
};

for (const [platform, { publish, read, followers }] of Object.entries(cases)) {
  test(`${platform}: every address tells the same, and more as time goes by`, async () => {
    const account = await box.connect(platform, 'numbers', { expires_in: 900 * 86_400 });
    const token = account.credentials.accessToken;
    const get: Read = async (path) => (await box.call(path, { token })).json;
    const id = await publish(account, token);
    const seen: { likes: number; reach: number; followers: number }[] = [];
    for (const hours of [0, 0.5, 24, 24 * 29]) {
      clock += hours * hour;
      const { posts } = await box.posts(`?platform=${platform}`);
      const { metrics } = posts.find((post: { id: string }) => post.id === id);
      const told = await read(get, id, account);
      assert.ok(told.likes.length > 0);
      for (const likes of told.likes) assert.equal(likes, metrics.likes);
      for (const reach of told.reach) assert.equal(reach, metrics.reach);
      seen.push({ ...metrics, followers: Number((await followers?.(get, account)) ?? 0) });
    }
    for (const [index, now] of seen.entries()) {
      const before = seen[index - 1];
      if (before === undefined) continue;
      assert.ok(now.reach > before.reach && now.likes >= before.likes && now.followers >= before.followers);
    }
    const [first, last] = [seen.at(0), seen.at(-1)];
    assert.ok((last?.likes ?? 0) > (first?.likes ?? 0) && (last?.followers ?? 0) > (first?.followers ?? 0));
  });
}
