import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export interface Account {
  readonly platform: string;
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly createdAt: number;
}

export interface Token {
  readonly token: string;
  readonly platform: string;
  readonly kind: string;
  readonly account: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Whatever the platform ties to it: an audience, the pair that replaced it … */
  readonly data: Record<string, unknown>;
}

export interface Upload {
  readonly platform: string;
  readonly account: string;
  readonly id: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  /** Kept for small pictures only, so that the feed can show them. */
  readonly bytes: Uint8Array | null;
}

export interface PostMedia {
  readonly type: 'image' | 'video';
  readonly size: number;
  readonly alt: string;
  /** The upload that holds the picture's bytes. */
  readonly upload?: string;
  /** The name under which a video's bytes are kept, if they are. */
  readonly film?: string;
}

export interface Post {
  readonly platform: string;
  readonly account: string;
  readonly id: string;
  readonly text: string;
  readonly type: 'text' | 'image' | 'video' | 'carousel';
  readonly media: readonly PostMedia[];
  /** The upload chosen as cover, `''` when its bytes were not kept, null without a cover. */
  readonly cover: string | null;
  readonly publishedAt: number;
  readonly data: Record<string, unknown>;
}

const schema = `
  CREATE TABLE IF NOT EXISTS accounts (platform TEXT, id TEXT, username TEXT, name TEXT, created_at INTEGER,
    PRIMARY KEY (platform, id), UNIQUE (platform, username)) STRICT;
  CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, platform TEXT, kind TEXT, account TEXT,
    issued_at INTEGER, expires_at INTEGER, data TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS uploads (platform TEXT, account TEXT, id TEXT, type TEXT, size INTEGER, sha256 TEXT,
    bytes BLOB, PRIMARY KEY (platform, account, id)) STRICT;
  CREATE TABLE IF NOT EXISTS objects (platform TEXT, kind TEXT, account TEXT, id TEXT, data TEXT,
    PRIMARY KEY (platform, kind, account, id)) STRICT;
  CREATE INDEX IF NOT EXISTS objects_by_id ON objects (platform, kind, id);
  CREATE TABLE IF NOT EXISTS posts (seq INTEGER PRIMARY KEY, platform TEXT, account TEXT, id TEXT, text TEXT,
    type TEXT, media TEXT, cover TEXT, published_at INTEGER, data TEXT, UNIQUE (platform, id)) STRICT;
  CREATE INDEX IF NOT EXISTS posts_by_account ON posts (platform, account, published_at);
  CREATE TABLE IF NOT EXISTS films (platform TEXT, film TEXT, position INTEGER, bytes BLOB,
    PRIMARY KEY (platform, film, position)) STRICT;
  CREATE TABLE IF NOT EXISTS quota_uses (platform TEXT, quota TEXT, bucket TEXT, at INTEGER, cost INTEGER,
    PRIMARY KEY (platform, quota, bucket, at)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS faults (id INTEGER PRIMARY KEY, platform TEXT, account TEXT, fault TEXT,
    operation TEXT, times INTEGER, skip INTEGER, retry_after INTEGER, seconds INTEGER) STRICT;
`;

export type Store = ReturnType<typeof openStore>;

/** Every write is on disk before it is answered: a killed sandbox must remember what it has published. */
export function openStore(file: string) {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;');
  db.exec(schema);
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  let depth = 0;
  return {
    get: (sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values),
    all: (sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values),
    run: (sql: string, ...values: SQLInputValue[]) => prepared(sql).run(...values),
    transaction<T>(work: () => T): T {
      if (depth > 0) return work();
      db.exec('BEGIN IMMEDIATE');
      depth = 1;
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      } finally {
        depth = 0;
      }
    },
    close: () => db.close(),
  };
}
