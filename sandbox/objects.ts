import type { Store, Upload } from './store.ts';

/** Containers, jobs, records: whatever a platform keeps besides posts, as JSON under a kind and an id. */
export interface ObjectRow<T> {
  readonly account: string;
  readonly id: string;
  readonly data: T;
}

export function putObject(
  store: Store,
  platform: string,
  kind: string,
  account: string,
  id: string,
  data: unknown,
): void {
  store.run(
    'INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?)',
    platform,
    kind,
    account,
    id,
    JSON.stringify(data),
  );
}

export function findObject<T>(
  store: Store,
  platform: string,
  kind: string,
  id: string,
  account?: string,
): ObjectRow<T> | null {
  const row =
    account === undefined
      ? store.get('SELECT * FROM objects WHERE platform = ? AND kind = ? AND id = ?', platform, kind, id)
      : store.get(
          'SELECT * FROM objects WHERE platform = ? AND kind = ? AND account = ? AND id = ?',
          platform,
          kind,
          account,
          id,
        );
  return row === undefined ? null : toObject<T>(row);
}

export function listObjects<T>(
  store: Store,
  platform: string,
  kind: string,
  account: string,
): ObjectRow<T>[] {
  return store
    .all(
      'SELECT * FROM objects WHERE platform = ? AND kind = ? AND account = ? ORDER BY id',
      platform,
      kind,
      account,
    )
    .map((row) => toObject<T>(row));
}

export function removeObject(
  store: Store,
  platform: string,
  kind: string,
  account: string,
  id: string,
): boolean {
  const { changes } = store.run(
    'DELETE FROM objects WHERE platform = ? AND kind = ? AND account = ? AND id = ?',
    platform,
    kind,
    account,
    id,
  );
  return Number(changes) > 0;
}

export function putUpload(store: Store, upload: Upload): void {
  const { platform, account, id, type, size, sha256, bytes } = upload;
  store.run(
    'INSERT OR REPLACE INTO uploads VALUES (?, ?, ?, ?, ?, ?, ?)',
    platform,
    account,
    id,
    type,
    size,
    sha256,
    bytes,
  );
}

export function findUpload(store: Store, platform: string, id: string, account?: string): Upload | null {
  const row =
    account === undefined
      ? store.get('SELECT * FROM uploads WHERE platform = ? AND id = ? LIMIT 1', platform, id)
      : store.get(
          'SELECT * FROM uploads WHERE platform = ? AND account = ? AND id = ?',
          platform,
          account,
          id,
        );
  if (row === undefined) return null;
  return {
    platform: String(row.platform),
    account: String(row.account),
    id: String(row.id),
    type: String(row.type),
    size: Number(row.size),
    sha256: String(row.sha256),
    bytes: row.bytes instanceof Uint8Array ? row.bytes : null,
  };
}

function toObject<T>(row: Record<string, unknown>): ObjectRow<T> {
  return { account: String(row.account), id: String(row.id), data: JSON.parse(String(row.data)) as T };
}
