import type { App } from '../context.ts';
import type { Role } from '../contract/api/endpoint.ts';
import type { WorkspaceView } from '../contract/api/people.ts';
import { PostboteError } from '../errors.ts';
import { findWorkspace } from '../store/workspaces.ts';

export async function describeWorkspace(
  app: Pick<App, 'db'>,
  member: { readonly workspaceId: string; readonly role: Role },
): Promise<WorkspaceView> {
  const row = await findWorkspace(app.db.query, member.workspaceId);
  if (!row) throw new PostboteError('not_found');
  return {
    id: row.id,
    name: row.name,
    role: member.role,
    timeZone: row.time_zone,
    language: row.language,
    paused: row.publishing_paused_at !== null,
  };
}
