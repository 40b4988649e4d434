import type { App } from '../context.ts';
import type { AppView } from '../contract/api/accounts.ts';
import { platformIds } from '../contract/platform-ids.ts';
import { findPlatformApp } from '../store/platform-apps.ts';

/** The operator's live apps, for platforms that want one; the secrets stay where they are. */
export async function describeApps(
  app: Pick<App, 'db' | 'platforms'>,
  redirectUri: (platform: string) => string,
): Promise<AppView[]> {
  const wanting = platformIds.filter((id) => app.platforms(id)?.auth.connect?.by === 'oauth2');
  return Promise.all(
    wanting.map(async (platform) => {
      const row = await findPlatformApp(app.db.query, platform, 'live');
      return {
        platform,
        mode: 'live' as const,
        clientId: row?.client_id ?? null,
        enteredAt: row?.created_at ?? null,
        redirectUri: redirectUri(platform),
      };
    }),
  );
}
