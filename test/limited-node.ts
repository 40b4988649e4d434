import assert from 'node:assert/strict';
import type { PostStatus } from '../src/contract/tools.ts';
import { type DatabaseKind, makeDatabase } from './databases.ts';
import { controlSandbox, type SeenRequest } from './sandbox-control.ts';
import { farFromMidnight, fastClock, type Node, startNode, waitFor } from './start-node.ts';

/** Answers in a platform's place, or null: let it pass. */
export type Tamper = (method: string, url: URL, send: () => Promise<Response>) => Promise<Response> | null;
export const letPass: Tamper = () => null;
type Variant = PostStatus['variants'][number];

/** A node whose platforms can be made to say that something is used up. */
export interface LimitedNode {
  node: Node;
  tamper: Tamper;
  now(): number;
  forgetLimits(): Promise<unknown>;
  publish(accountId: string, content: string, media?: readonly string[]): Promise<string>;
  /** Waits until the post shows this code. */
  seen(postId: string, code: string): Promise<Variant>;
  requestsSince(seq: number, platform: string): Promise<SeenRequest[]>;
  lastSeq(): Promise<number>;
  /** The same database on a clock of this speed. */
  restart(speed: number): Promise<void>;
  close(): Promise<void>;
}

export async function openLimitedNode(kind: DatabaseKind): Promise<LimitedNode> {
  const database = await makeDatabase(kind);
  let tamper = letPass;
  const tampered: typeof fetch = (input, init) => {
    const send = () => fetch(input, init);
    return tamper(init?.method ?? 'GET', new URL(String(input)), send) ?? send();
  };
  // A quota's day that ended in the middle of a test would give everything back.
  const aheadMs = farFromMidnight();
  const start = (speed: number) =>
    startNode(database, { env: fastClock(speed, aheadMs), parts: { fetch: tampered } });
  const at: LimitedNode = {
    node: await start(20),
    get tamper() {
      return tamper;
    },
    set tamper(next) {
      tamper = next;
    },
    now: () => at.node.app.clock.now(),
    forgetLimits: () => at.node.app.db.query.deleteFrom('platform_limits').execute(),
    async publish(accountId, content, media = []) {
      const media_urls = media.map(controlSandbox(at.node).sample);
      const args = { content, account_ids: [accountId], media_urls };
      const { data, text } = await at.node.call('publish_now', args);
      assert.ok(data.id, text);
      return String(data.id);
    },
    seen: (postId, code) =>
      waitFor(code, async () => {
        const { data } = await at.node.call('get_post_status', { post_id: postId });
        const variant = (data as unknown as PostStatus).variants[0];
        return variant?.error_code === code && variant;
      }),
    requestsSince: async (seq, platform) =>
      (await controlSandbox(at.node).requests(seq)).filter((one) => one.platform === platform),
    lastSeq: async () => (await controlSandbox(at.node).requests()).at(-1)?.seq ?? 0,
    async restart(speed) {
      await at.node.stop();
      at.node = await start(speed);
    },
    async close() {
      await at.node.stop();
      await database.drop();
    },
  };
  const { data } = await at.node.call('publish_now', { content: 'Warmlaufen', platforms: ['twitter'] });
  await at.node.ended(String(data.id));
  return at;
}
