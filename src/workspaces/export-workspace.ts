import type { App } from '../context.ts';
import { formatTime } from '../contract/parse-time.ts';
import { exportRows } from '../store/workspace-data.ts';

/** Everything the workspace has, but no login, no key and no password: those open doors and belong in no file. */
export async function exportWorkspace(
  app: Pick<App, 'db' | 'clock'>,
  workspaceId: string,
): Promise<Record<string, unknown>> {
  const tables = await exportRows(app.db.query, workspaceId);
  return { format: 'postbote-export-1', exported_at: formatTime(app.clock.now()), ...tables };
}
