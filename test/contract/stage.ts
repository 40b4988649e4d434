import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '../../sandbox/index.ts';
import { addSandboxAccount } from '../../src/accounts/add-sandbox-accounts.ts';
import { seal, unseal } from '../../src/accounts/secrets.ts';
import { createClock } from '../../src/clock.ts';
import type { Caller } from '../../src/context.ts';
import { type PlatformId, platformIds } from '../../src/contract/platform-ids.ts';
import { createPlainCall } from '../../src/platforms/http.ts';
import { platforms } from '../../src/platforms/index.ts';
import type { Reading } from '../../src/platforms/platform.ts';
import type { Credentials } from '../../src/platforms/signing-in.ts';
import { type CheckedPost, checkPost } from '../../src/posts/check-post.ts';
import { savePost } from '../../src/posts/save-post.ts';
import { addPublishingAccount } from '../fill-app.ts';
import { controlSandbox, type SandboxControl } from '../sandbox-control.ts';
import { startApp, type TestApp } from '../start-app.ts';
import { waitFor } from '../start-node.ts';
import { contracts } from './index.ts';
import { plainPost } from './plain-post.ts';
import type { PostCase } from './platform-contract.ts';
import { type Recording, recordRequests } from './record-requests.ts';

export interface StageAccount {
  readonly id: string;
  readonly username: string;
  readonly externalId: string;
}

export interface Ended {
  readonly state: string;
  readonly code: string | null;
  readonly attempts: number;
  readonly publicId: string | null;
  readonly url: string | null;
  readonly words: string;
}

type Draft = Pick<PostCase, 'text'> & Partial<PostCase>;

/** The service, and beside it a sandbox whose clock the tests can turn: nobody waits days for numbers. */
export interface Stage {
  readonly app: TestApp;
  readonly sandbox: SandboxControl;
  readonly recording: Recording;
  /** With the end of its name: a page of the account. */
  account(platform: PlatformId, pageName?: string): Promise<StageAccount>;
  /** The post as our own check lets it through; throws what the check says. */
  check(account: StageAccount, post: Draft): Promise<CheckedPost>;
  /** Stores a checked post, which a test may have spoiled since: it goes out now. Answers its id. */
  save(post: CheckedPost): Promise<string>;
  ended(postId: string): Promise<Ended>;
  publish(account: StageAccount, post: Draft): Promise<Ended>;
  credentials(account: StageAccount): Promise<Credentials>;
  /** Stored as a login whose time for renewal has come. */
  replaceCredentials(account: StageAccount, credentials: Credentials): Promise<void>;
  /** A fresh login of the same account, with this many seconds to live. */
  signIn(platform: PlatformId, account: StageAccount, seconds?: number): Promise<Credentials>;
  /** What an adapter is handed to read with. */
  reading(platform: PlatformId, account: StageAccount): Promise<Reading>;
  /** Days go by at the platforms. */
  turnSandbox(days: number): void;
  close(): Promise<void>;
}

/** Slow enough for a busy machine: a publishing call has a lease of half a minute, which is three seconds here. */
const SPEED = 10;

export async function openStage(): Promise<Stage> {
  const pace = { speed: SPEED, epoch: Date.now() };
  const clock = createClock(pace);
  let [home, ahead] = ['', 0];
  const pretend = createSandbox({
    baseUrl: () => home,
    file: ':memory:',
    clockSpeed: SPEED,
    now: () => clock.now() + ahead,
  });
  const server = createServer((request, response) => {
    if (!pretend.handle(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const recording = recordRequests();
  recording.watch(pretend.hosts());
  const app = await startApp({
    env: {
      POSTBOTE_CLOCK: `${pace.speed}@${pace.epoch}`,
      POSTBOTE_SANDBOX_URL: `${home}/sandbox`,
      POSTBOTE_ALLOW_PRIVATE_MEDIA: '127.0.0.0/8',
    },
    parts: { fetch: recording.fetch },
  });
  const { query } = app.app.db;
  const { encryptionKey } = app.app.config;
  const key = await query
    .selectFrom('api_keys')
    .select('id')
    .where('mode', '=', 'test')
    .executeTakeFirstOrThrow();
  const caller: Caller = { keyId: key.id, workspaceId: app.workspaceId, mode: 'test' };
  const sandbox = controlSandbox(app);
  const row = (id: string) =>
    query.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  const stage: Stage = {
    app,
    sandbox,
    recording,
    async account(platform, pageName) {
      const made = await addPublishingAccount(app, app.workspaceId, platform);
      if (pageName === undefined) return { ...made, externalId: (await row(made.id)).external_id };
      const username = `${made.username}${pageName}`;
      const id = await addSandboxAccount(app.app, String(app.sandboxUrl), app.workspaceId, {
        platform,
        username,
        name: username,
      });
      return { id, username, externalId: (await row(id)).external_id };
    },
    async check(account, { text, media = [], cover, alt = '', settings, chosen }) {
      if (settings) {
        const { platform, settings: stored } = await row(account.id);
        const asked = chosen && (await chosen(await stage.reading(platform, account)));
        const own = { ...JSON.parse(stored), ...settings, ...asked };
        await query
          .updateTable('accounts')
          .set({ settings: JSON.stringify(own) })
          .where('id', '=', account.id)
          .execute();
      }
      const address = (name: string) => (URL.canParse(name) ? name : sandbox.sample(name));
      const post = await checkPost(app.app, caller, 'create_post', {
        content: text,
        account_ids: [account.id],
        ...(media.length > 0 && { media_urls: media.map(address) }),
        ...(cover !== undefined && { cover_url: address(cover) }),
        scheduled_at: new Date(app.app.clock.now() + 3_600_000).toISOString(),
      });
      return { ...post, plan: { kind: 'now' }, media: post.media.map((item) => ({ ...item, alt })) };
    },
    async save(post) {
      const { id } = await app.app.db.transaction((within) => savePost(app.app, within, caller, post));
      app.app.wake(app.app.clock.now());
      return id;
    },
    ended: (postId) =>
      waitFor(`the end of post ${postId}`, async () => {
        const one = await query
          .selectFrom('deliveries')
          .selectAll()
          .where('post_id', '=', postId)
          .executeTakeFirstOrThrow();
        if (['pending', 'publishing'].includes(one.state)) return null;
        const { state, attempts, url, error_code: code, public_id: publicId } = one;
        return { state, attempts, url, code, publicId, words: `${code} ${one.error_facts} ${one.error_raw}` };
      }),
    publish: async (account, post) => stage.ended(await stage.save(await stage.check(account, post))),
    credentials: async ({ id }) => unseal<Credentials>(encryptionKey, id, (await row(id)).credentials),
    async replaceCredentials({ id }, credentials) {
      const set = { credentials: seal(encryptionKey, id, credentials), refresh_at: app.app.clock.now() };
      await query.updateTable('accounts').set(set).where('id', '=', id).execute();
    },
    async signIn(platform, { username }, seconds) {
      const response = await fetch(`${home}/sandbox/api/accounts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ platform, username, ...(seconds !== undefined && { expires_in: seconds }) }),
      });
      return ((await response.json()) as { credentials: Credentials }).credentials;
    },
    async reading(platform, account) {
      return {
        account: { externalId: account.externalId, username: account.username },
        credentials: await stage.credentials(account),
        hosts: app.app.hosts(platforms[platform], 'test'),
        call: createPlainCall(recording.fetch),
        now: () => app.app.clock.now() + ahead,
      };
    },
    turnSandbox(days) {
      ahead += days * 86_400_000;
    },
    async close() {
      await app.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      pretend.close();
    },
  };
  // The first post of a process is slow, and a fast clock is impatient.
  for (const id of platformIds)
    await stage.publish(await stage.account(id), plainPost(contracts[id], 'Warmlaufen'));
  return stage;
}
