import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { changeWorkspaceRow } from '../store/workspaces.ts';

export async function changeWorkspace(
  app: Pick<App, 'db' | 'changes'>,
  workspaceId: string,
  input: { name?: string; timeZone?: string; language?: 'de' | 'en' },
): Promise<void> {
  const { name, timeZone, language } = input;
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    const facts = { field: 'timeZone', expected: 'Europe/Berlin' };
    throw new PostboteError('invalid_request', { violations: [{ code: 'field_wrong', facts }] });
  }
  const changes = {
    ...(name !== undefined && { name }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(language !== undefined && { language }),
  };
  if (Object.keys(changes).length > 0) await changeWorkspaceRow(app.db.query, workspaceId, changes);
  app.changes.tell({ workspaceId, kind: 'workspace' });
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    // Only an unknown zone throws.
    return false;
  }
}
