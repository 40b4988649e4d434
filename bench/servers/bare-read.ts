import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';

/**
 * Bare node:http that answers as `list_scheduled_posts` does: the same statements, prepared once, and the same
 * answer. No routing, no body, no checks. The statements are Postbote's own, given as arguments.
 */
const [keySql, idsSql, postsSql] = process.argv.slice(2) as [string, string, string];
const limit = 10;

type Fetch = (sql: string, values: readonly unknown[]) => unknown[] | Promise<unknown[]>;

function overSqlite(): Fetch {
  const database = new DatabaseSync(join(process.env.POSTBOTE_DATA as string, 'postbote.db'));
  const statements = new Map([keySql, idsSql, postsSql].map((sql) => [sql, database.prepare(sql)]));
  return (sql, values) => statements.get(sql)?.all(...(values as SQLInputValue[])) ?? [];
}

function overPostgres(url: string): Fetch {
  const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
  const pool = new pg.Pool({ connectionString: url, max: 10, types: { getTypeParser } });
  const names = new Map([keySql, idsSql, postsSql].map((sql, at) => [sql, `bench_${at}`]));
  return async (text, values) =>
    (await pool.query({ name: names.get(text), text, values: values as unknown[] })).rows;
}

const fetchRows = process.env.DATABASE_URL ? overPostgres(process.env.DATABASE_URL) : overSqlite();

async function answer(key: string): Promise<string> {
  const keys = fetchRows(keySql, [hash('sha256', key, 'hex')]);
  const [caller] = (keys instanceof Promise ? await keys : keys) as { workspace_id: string; mode: string }[];
  if (!caller) throw new Error('unknown key');
  const found = fetchRows(idsSql, [caller.workspace_id, caller.mode, limit]);
  const ids = ((found instanceof Promise ? await found : found) as { post_id: string }[]).map(
    (row) => row.post_id,
  );
  const joined = fetchRows(postsSql, ids);
  const rows = (joined instanceof Promise ? await joined : joined) as {
    id: string;
    content: string;
    scheduled_at: number;
    platform: string;
  }[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const posts = ids.map((id) => {
    const row = byId.get(id);
    return {
      id,
      master_content: row?.content,
      scheduled_at: new Date(row?.scheduled_at ?? 0).toISOString(),
      status: 'scheduled',
      platforms: [row?.platform],
    };
  });
  const content = [{ type: 'text', text: JSON.stringify(posts) }];
  return JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content, structuredContent: { posts } } });
}

const server = createServer((req, res) => {
  answer(req.headers.authorization?.slice('Bearer '.length) ?? '').then(
    (json) => {
      const length = String(Buffer.byteLength(json));
      res.writeHead(200, ['Content-Type', 'application/json', 'Content-Length', length]);
      res.end(json);
    },
    (error) => {
      console.error(error);
      res.destroy();
    },
  );
});
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
