import type { SQLInputValue } from 'node:sqlite';
import type { Post, Store } from './store.ts';

/** Puts a post before everybody's eyes. A post that exists under this id is replaced in place (an edit). */
export function publishPost(store: Store, post: Post): void {
  store.run(
    `INSERT INTO posts (platform, account, id, text, type, media, cover, published_at, data)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (platform, id) DO UPDATE SET
     text = excluded.text, type = excluded.type, media = excluded.media, cover = excluded.cover, data = excluded.data`,
    post.platform,
    post.account,
    post.id,
    post.text,
    post.type,
    JSON.stringify(post.media),
    post.cover,
    post.publishedAt,
    JSON.stringify(post.data),
  );
}

export function removePost(store: Store, platform: string, account: string, id: string): boolean {
  const { changes } = store.run(
    'DELETE FROM posts WHERE platform = ? AND account = ? AND id = ?',
    platform,
    account,
    id,
  );
  return Number(changes) > 0;
}

export function findPost(store: Store, platform: string, id: string): Post | null {
  const row = store.get('SELECT * FROM posts WHERE platform = ? AND id = ?', platform, id);
  return row === undefined ? null : toPost(row);
}

export interface PostFilter {
  readonly platform?: string | null;
  /** The account's id. */
  readonly account?: string | null;
  readonly fromAt?: number;
  readonly untilAt?: number;
  readonly limit?: number;
}

/** Newest first; `total` counts all that match, not only those returned. */
export function listPosts(store: Store, filter: PostFilter): { posts: Post[]; total: number } {
  const where: string[] = ['1 = 1'];
  const values: SQLInputValue[] = [];
  const add = (condition: string, value: SQLInputValue | null | undefined) => {
    if (value === null || value === undefined) return;
    where.push(condition);
    values.push(value);
  };
  add('platform = ?', filter.platform);
  add('account = ?', filter.account);
  add('published_at >= ?', filter.fromAt);
  add('published_at <= ?', filter.untilAt);
  const matching = `FROM posts WHERE ${where.join(' AND ')}`;
  const rows = store.all(
    `SELECT * ${matching} ORDER BY published_at DESC, seq DESC LIMIT ?`,
    ...values,
    Math.trunc(filter.limit ?? 100),
  );
  const count = store.get(`SELECT count(*) AS total ${matching}`, ...values);
  return { posts: rows.map(toPost), total: Number(count?.total ?? 0) };
}

function toPost(row: Record<string, unknown>): Post {
  return {
    platform: String(row.platform),
    account: String(row.account),
    id: String(row.id),
    text: String(row.text),
    type: String(row.type) as Post['type'],
    media: JSON.parse(String(row.media)),
    cover: row.cover === null ? null : String(row.cover),
    publishedAt: Number(row.published_at),
    data: JSON.parse(String(row.data)),
  };
}
