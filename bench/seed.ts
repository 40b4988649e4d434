import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { seal } from '../src/accounts/secrets.ts';
import type { Connection } from './connection.ts';

const content =
  'A post of ordinary length, such as people write them: one thought, one address https://example.com/a, #tag';
const dayMs = 24 * 60 * 60 * 1000;

/** Scheduled posts with one delivery each, from tomorrow on, generated inside the database because of their number. */
export async function addFuturePosts(
  connection: Connection,
  at: { workspaceId: string; accountId: string; count: number; everyMs?: number },
): Promise<void> {
  const { kind } = connection;
  const { everyMs = 1000 } = at;
  const now = Date.now();
  // Ids that grow with time, as UUIDv7 do.
  const id = (digit: string) =>
    kind === 'sqlite'
      ? `printf('%08x-0000-7000-8000-${digit}%011x', i, i)`
      : `lpad(to_hex(i), 8, '0') || '-0000-7000-8000-${digit}' || lpad(to_hex(i), 11, '0')`;
  const numbers =
    kind === 'sqlite'
      ? `(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${at.count}) select i from n)`
      : `generate_series(1, ${at.count}) as n (i)`;
  const createdAt = `${now} - ${at.count} + i`;
  const dueAt = `${now + dayMs} + i * ${everyMs}::bigint`.replace(
    '::bigint',
    kind === 'sqlite' ? '' : '::bigint',
  );
  // The rows are right by construction; checking every reference would take most of the time.
  if (kind === 'postgres') await connection.run('set session_replication_role = replica');
  await connection.run(
    `insert into posts (id, workspace_id, mode, api_key_id, content, post_type, cover_url, scheduled_at, created_at)
     select ${id('a')}, '${at.workspaceId}', 'test', null, '${content}', 'text', null, ${dueAt}, ${createdAt} from ${numbers}`,
  );
  await connection.run(
    `insert into deliveries (id, post_id, workspace_id, mode, account_id, platform, text, custom_caption, settings, state,
       due_at, wake_at, created_at)
     select ${id('b')}, ${id('a')}, '${at.workspaceId}', 'test', '${at.accountId}', 'bluesky', '${content}', 0, '{}', 'pending',
       ${dueAt}, ${dueAt}, ${createdAt} from ${numbers}`,
  );
  if (kind === 'postgres') await connection.run('set session_replication_role = default');
}

/** Other people's keys. */
export async function addKeys(connection: Connection, workspaceId: string, count: number): Promise<void> {
  const numbers =
    connection.kind === 'sqlite'
      ? `(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n)`
      : `generate_series(1, ${count}) as n (i)`;
  const hash =
    connection.kind === 'sqlite' ? 'lower(hex(randomblob(32)))' : `encode(sha256(i::text::bytea), 'hex')`;
  await connection.run(
    `insert into api_keys (id, workspace_id, mode, name, prefix, hash, created_at)
     select 'key-' || i, '${workspaceId}', 'test', 'bench', 'pb_test_0000', ${hash}, 0 from ${numbers}`,
  );
}

/** Deliveries that are all due at one moment, or have gone out, each on an account of its own. */
export async function addDueDeliveries(
  connection: Connection,
  at: { workspaceId: string; encryptionKey: Buffer; count: number; dueAt: number; publishedAt?: number },
): Promise<void> {
  const scope = { workspace_id: at.workspaceId, mode: 'test', created_at: Date.now() };
  const all = Array.from({ length: at.count }, () => ({ account: randomUUID(), post: randomUUIDv7() }));
  await connection.insert(
    'accounts',
    all.map(({ account }) => ({
      ...scope,
      id: account,
      platform: 'bluesky',
      external_id: account,
      name: 'Bench',
      username: null,
      state: 'active',
      credentials: seal(at.encryptionKey, account, { accessToken: 'bench' }),
      settings: '{}',
      busy_until: 0,
    })),
  );
  await connection.insert(
    'posts',
    all.map(({ post }) => ({
      ...scope,
      id: post,
      api_key_id: null,
      content,
      post_type: 'text',
      cover_url: null,
      scheduled_at: at.dueAt,
    })),
  );
  await connection.insert(
    'deliveries',
    all.map(({ account, post }) => ({
      ...scope,
      id: randomUUIDv7(),
      post_id: post,
      account_id: account,
      platform: 'bluesky',
      text: content,
      custom_caption: 0,
      settings: '{}',
      state: at.publishedAt === undefined ? 'pending' : 'published',
      due_at: at.publishedAt ?? at.dueAt,
      wake_at: at.publishedAt === undefined ? at.dueAt : null,
      published_at: at.publishedAt ?? null,
      lease: 0,
      attempts: 0,
      failures: 0,
    })),
  );
}
