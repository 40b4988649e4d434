import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import type { Query } from './db.ts';

export interface PlatformApp {
  platform: PlatformId;
  mode: Mode;
  client_id: string;
  /** Sealed. */
  client_secret: string;
  created_at: number;
}

export async function savePlatformApp(query: Query, app: PlatformApp): Promise<void> {
  const { client_id, client_secret, created_at } = app;
  await query
    .insertInto('platform_apps')
    .values(app)
    .onConflict((conflict) =>
      conflict.columns(['platform', 'mode']).doUpdateSet({ client_id, client_secret, created_at }),
    )
    .execute();
}

/** Keeps the one that is there. */
export async function savePlatformAppOnce(query: Query, app: PlatformApp): Promise<void> {
  await query
    .insertInto('platform_apps')
    .values(app)
    .onConflict((conflict) => conflict.columns(['platform', 'mode']).doNothing())
    .execute();
}

export function findPlatformApp(
  query: Query,
  platform: string,
  mode: Mode,
): Promise<PlatformApp | undefined> {
  return query
    .selectFrom('platform_apps')
    .selectAll()
    .where('platform', '=', platform as PlatformId)
    .where('mode', '=', mode)
    .executeTakeFirst();
}

export async function removePlatformApp(query: Query, platform: PlatformId, mode: Mode): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom('platform_apps')
    .where('platform', '=', platform)
    .where('mode', '=', mode)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
