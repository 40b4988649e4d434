import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { textOverflow } from '../src/contract/count-text.ts';
import { type PlatformId, platformIds } from '../src/contract/platform-ids.ts';
import { PostboteError } from '../src/errors.ts';
import { platformById } from '../src/platforms/index.ts';
import type { Platform } from '../src/platforms/platform.ts';
import type { Media } from '../src/platforms/publishing.ts';
import type { CheckedPost } from '../src/posts/check-post.ts';
import { deliver, fileAt } from './contract/deliver.ts';
import { errorClass } from './contract/error-class.ts';
import { fillBytes, fillText } from './contract/fill-text.ts';
import { contracts } from './contract/index.ts';
import { mediaLimits } from './contract/media-limits.ts';
import { plainPost } from './contract/plain-post.ts';
import type { Numbers, PlatformContract, PostCase } from './contract/platform-contract.ts';
import type { SentRequest } from './contract/record-requests.ts';
import { openStage, type Stage, type StageAccount } from './contract/stage.ts';
import { type MediaServer, startMediaServer } from './media-server.ts';

/**
 * One contract for all ten platforms: the same tests, run over the data sheet and the data in `contract/`. What is
 * accepted here is accepted by our check and by the twin, what is refused is refused by both.
 */
let stage: Stage;
let files: MediaServer;
before(async () => {
  [stage, files] = await Promise.all([openStage(), startMediaServer()]);
});
after(() => Promise.all([stage.close(), files.close()]));

const pictures = ['square.jpg', 'portrait.jpg', 'landscape.jpg'];
const several = (count: number) => Array.from({ length: count }, (_, index) => String(pictures[index % 3]));
/** What a post of this type needs besides its words. */
const mediaFor = { text: [], image: ['square.jpg'], video: ['clip.mp4'], carousel: several(2) } as const;

const codeOf = (error: unknown) => (error instanceof PostboteError ? error.code : String(error));
const violationsOf = (run: Promise<unknown>) =>
  run.then(
    () => [],
    (error: PostboteError) => error.violations.map(({ code }) => code),
  );

// Platforms side by side, the tests of each in turn: what the request log shows belongs to the test that looks.
describe('the contract', { concurrency: true }, () => {
  for (const id of platformIds) {
    const contract: PlatformContract = contracts[id];
    describe(id, { concurrency: 1 }, () => {
      contractOf(id, platformById(id) as Platform, contract);
      const { pages } = contract;
      if (pages)
        describe('as a page', { concurrency: 1 }, () => contractOf(id, platformById(id) as Platform, pages));
    });
  }
});

function contractOf(id: PlatformId, platform: Platform, contract: PlatformContract) {
  const { limits, capabilities } = platform;
  const newAccount = () => stage.account(id, contract.pageName);
  const posts = async (account: StageAccount) => await stage.sandbox.posts(id, account.username);
  const simple = (text: string) => plainPost(contract, text);

  test('the cases name everything that the data sheet promises', () => {
    const types = new Set(contract.posts.map(({ type }) => type));
    // Carousels have tests of their own, at both ends.
    if (limits.carousel) types.add('carousel');
    assert.deepEqual([...types].sort(), [...capabilities.postTypes].sort());
    assert.equal(
      contract.posts.some(({ cover }) => cover !== undefined),
      capabilities.cover,
    );
    assert.equal(
      contract.posts.some(({ alt }) => alt !== undefined),
      capabilities.altText,
    );
    const known = Object.keys((platform.settings as unknown as { shape: object }).shape);
    const used = new Set(contract.posts.flatMap(({ settings = {} }) => Object.keys(settings)));
    assert.deepEqual([...used].sort(), known.sort());
    assert.deepEqual(contract.numbers.toSorted(), Object.keys(platform.metrics ?? {}).sort());
  });

  for (const post of contract.posts) {
    // keeps: platforms.post-types
    test(`${post.name} goes out as it was written`, async () => {
      const account = await newAccount();
      const from = stage.recording.sent.length;
      const checked = await stage.check(account, post);
      assert.equal(checked.type, post.type);
      const ended = await stage.ended(await stage.save(checked));
      assert.equal(ended.state, 'published', ended.words);
      if (post.sends) assertSent(stage.recording.sent.slice(from), id, post.sends);
      const live = await posts(account);
      // What waits in an inbox is not public, and neither has an address.
      if (post.settings?.send_to_inbox) return assert.deepEqual([live, ended.url], [[], null]);
      assert.equal(live.length, 1);
      const [seen] = live;
      const expected = { text: post.shows ?? post.text, type: post.type, cover: post.cover !== undefined };
      assert.deepEqual({ text: seen?.text, type: seen?.type, cover: seen?.cover }, expected);
      assert.equal(seen?.media.length, post.media?.length ?? 0);
      assert.ok(
        seen?.media.every((item) => item.size > 0 && (post.alt === undefined || item.alt === post.alt)),
      );
      if (ended.url === null) return;
      // Facebook’s videos bear their own number, their post another.
      assert.ok(seen?.id === ended.publicId || seen?.url === ended.url, `${seen?.id} ${ended.publicId}`);
      const page = await fetch(ended.url);
      assert.equal(page.status, 200, ended.url);
      await page.body?.cancel();
    });
  }

  if (limits.carousel) {
    const { min, max } = limits.carousel;
    for (const count of [min, max]) {
      test(`${count} images make one post`, async () => {
        const account = await newAccount();
        const ended = await stage.publish(account, { text: `${count} Bilder`, media: several(count) });
        assert.equal(ended.state, 'published', ended.words);
        const [seen, ...others] = await posts(account);
        assert.deepEqual([seen?.type, seen?.media.length, others.length], ['carousel', count, 0]);
      });
    }

    test(`${max + 1} images are refused${contract.ours.carousel ? ' by us' : ', by the platform too'}`, async () => {
      const account = await newAccount();
      const post = { text: 'Zu viele', media: several(max + 1) };
      const violations = await violationsOf(stage.check(account, post));
      // No call may name more than 35 files, which is TikTok’s own limit.
      assert.deepEqual(violations, [max < 35 ? 'carousel_size' : 'field_wrong']);
      if (contract.ours.carousel) return;
      const checked = await stage.check(account, { ...post, media: several(max) });
      const [first] = checked.media;
      assert.ok(first);
      await refusedByTwin({ ...checked, media: [...checked.media, first] }, account);
    });
  }

  const refusedByTwin = async (post: CheckedPost, account: StageAccount) => {
    const ended = await stage.recording.beyond(id, async () => stage.ended(await stage.save(post)));
    assert.equal(ended.state, 'failed', ended.words);
    assert.match(String(ended.code), /^(platform|media)_rejected$/, ended.words);
    assert.deepEqual(await posts(account), []);
  };

  for (const limit of limits.text) {
    const type =
      limit.for?.[0] ?? (capabilities.postTypes.includes('text') ? 'text' : capabilities.postTypes[0]);
    const isSecond = limit.unit === 'byte' && limits.text.length > 1;
    const { most, more } = isSecond ? fillBytes(limit.max) : fillText(limit);
    // keeps: posts.text-limits
    test(`${limit.max} ${limit.unit} of text are taken as ${type}, one more is not`, async () => {
      assert.ok(type);
      const account = await newAccount();
      const media = mediaFor[type];
      const fits = await stage.check(account, { text: 'x', media });
      const withText = (text: string) => ({
        ...fits,
        targets: fits.targets.map((one) => ({ ...one, text })),
      });
      assert.equal(textOverflow(most, limits.text, type), null);
      assert.equal(textOverflow(more, limits.text, type)?.max, limit.max);
      // What every tool takes ends at 5,000 characters, wherever the platform's own limit lies.
      if ([...more].length <= 5000) {
        assert.deepEqual(await violationsOf(stage.check(account, { text: most, media })), []);
        assert.deepEqual(await violationsOf(stage.check(account, { text: more, media })), ['text_too_long']);
      }
      await refusedByTwin(withText(more), account);
      const ended = await stage.ended(await stage.save(withText(most)));
      assert.equal(ended.state, 'published', ended.words);
      assert.equal((await posts(account))[0]?.text, most);
    });
  }

  for (const { name, type, most, more, media = mediaFor[type], seenByTwin = true } of contract.rules) {
    test(`${name}: the most is taken, one more is not`, async () => {
      const account = await newAccount();
      const ended = await stage.publish(account, { text: 'Regel', media, ...most });
      assert.equal(ended.state, 'published', ended.words);
      const other = await newAccount();
      const stored = await settingsOf(other);
      const byText = await violationsOf(stage.check(other, { text: 'Regel', media, ...more, settings: {} }));
      const bySettings = platform.settings.safeParse({ ...stored, ...more.settings });
      assert.equal(byText.length > 0 || !bySettings.success, true);
      if (!seenByTwin) return;
      const parcel = {
        text: 'Regel',
        ...more,
        media: media.map((file) => fileAt(stage, stage.sandbox.sample(file), kindOf(file))),
      };
      const sent = stage.recording.beyond(id, () => deliver(stage, platform, other, parcel));
      assert.match(await sent.then(String, codeOf), /^platform_rejected$/);
      assert.deepEqual(await posts(other), []);
    });
  }

  mediaLimits({ stage: () => stage, files: () => files }, id, platform, contract);

  for (const table of contract.errors) errorClass(id, table);

  test('a rate limit is waited for, and the post goes out once', async () => {
    const account = await newAccount();
    await stage.sandbox.fault({
      platform: id,
      account: account.username,
      fault: 'rate_limit',
      retry_after: 5,
    });
    const ended = await stage.publish(account, simple('Zu schnell'));
    assert.equal(ended.state, 'published', ended.words);
    assert.ok(ended.attempts >= 2, 'it was refused at first');
    assert.equal((await posts(account)).length, 1);
  });

  test(`a 500 in place of an answer leaves it ${contract.afterError}`, async () => {
    const account = await newAccount();
    await stage.sandbox.fault({ platform: id, account: account.username, fault: 'error_before' });
    const ended = await stage.publish(account, simple('Gestört'));
    assert.equal(ended.state, contract.afterError, ended.words);
    assert.equal((await posts(account)).length, contract.afterError === 'published' ? 1 : 0);
  });

  test(`an answer that got lost leaves it ${contract.afterLost}, and never twice`, async () => {
    const account = await newAccount();
    await stage.sandbox.fault({ platform: id, account: account.username, fault: 'lost_answer' });
    const ended = await stage.publish(account, simple('Verloren'));
    assert.equal(ended.state, contract.afterLost, ended.words);
    assert.equal((await posts(account)).length, 1);
  });

  test('a file that the platform rejects is the file’s fault', async () => {
    const account = await newAccount();
    await stage.sandbox.fault({ platform: id, account: account.username, fault: 'rejected_media' });
    const type = capabilities.postTypes.includes('image') ? 'image' : 'video';
    const ended = await stage.publish(account, { text: 'Schlechte Datei', media: mediaFor[type] });
    assert.deepEqual([ended.state, ended.code], ['failed', 'media_rejected'], ended.words);
    assert.deepEqual(await posts(account), []);
  });
}

async function settingsOf({ id }: StageAccount): Promise<Record<string, unknown>> {
  const { query } = stage.app.app.db;
  const row = await query
    .selectFrom('accounts')
    .select('settings')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.settings);
}

const kindOf = (file: string): Media['kind'] => (file.endsWith('.mp4') ? 'video' : 'image');

function assertSent(
  sent: readonly SentRequest[],
  id: string,
  { path, holds }: NonNullable<PostCase['sends']>,
): void {
  const candidates = sent.filter((one) => one.platform === id && path.test(new URL(one.url).pathname));
  const bodies = candidates.map(({ body, url }) => ({
    ...Object.fromEntries(new URL(url).searchParams),
    ...(body.kind === 'json'
      ? (body.value as object)
      : body.kind === 'form' || body.kind === 'multipart'
        ? body.fields
        : {}),
  }));
  const holdsIt = bodies.some((body) => {
    try {
      assert.partialDeepStrictEqual(body, holds);
      return true;
    } catch {
      return false;
    }
  });
  assert.ok(holdsIt, `nothing sent to ${path} holds ${JSON.stringify(holds)}: ${JSON.stringify(bodies)}`);
}

describe('days later', { concurrency: 1 }, () => {
  // keeps: insights.collected
  test('each number that a platform offers is read back', async () => {
    const all = platformIds
      .filter((id) => platformById(id)?.insights)
      .flatMap((id) => {
        const contract: PlatformContract = contracts[id];
        return [contract, ...(contract.pages ? [contract.pages] : [])].map((one) => ({ id, contract: one }));
      });
    const posts = await Promise.all(
      all.map(async ({ id, contract }) => {
        const account = await stage.account(id, contract.pageName);
        const ended = await stage.publish(account, plainPost(contract, 'Zahlen bitte'));
        assert.equal(ended.state, 'published', ended.words);
        return { id, contract, account, published: { id: String(ended.publicId), url: ended.url } };
      }),
    );
    // Analytics lag behind by days, and tokens do not last as long.
    stage.turnSandbox(20);
    for (const { id, contract, account, published: post } of posts) {
      const at = { ...(await stage.reading(id, account)), credentials: await stage.signIn(id, account) };
      const twin = async () =>
        (await stage.sandbox.posts(id, account.username))[0] as unknown as { metrics: Numbers };
      const { metrics: before } = await twin();
      const read = (await platformById(id)?.insights?.(at, post)) ?? {};
      const { metrics: after } = await twin();
      assert.deepEqual(Object.keys(read).sort(), contract.numbers.toSorted(), id);
      for (const metric of contract.numbers) {
        const seen = Number(read[metric]);
        // Numbers grow while one looks.
        assert.ok(
          seen >= Math.floor(before[metric] * 0.9) && seen <= after[metric],
          `${id} ${metric}: ${seen}`,
        );
      }
    }
  });
});
