import type { App } from '../context.ts';
import type { Role } from '../contract/roles.ts';
import * as store from '../store/sessions.ts';

export interface Membership {
  readonly workspaceId: string;
  readonly role: Role;
}

export interface SignedIn {
  /** Of the session. */
  readonly id: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly twoFactor: boolean;
  };
  readonly memberships: readonly Membership[];
  /** Owns the workspace of the first start, and with it looks after the installation. */
  readonly operator: boolean;
}

/** One indexed read on every request, nothing kept: a revoked session or membership is gone at once, on every node. */
export async function findSession(app: Pick<App, 'db'>, token: string): Promise<SignedIn | null> {
  const rows = await store.findSession(app.db, token);
  const [first] = rows;
  // Sessions are better-auth's, which lives by the machine's own clock.
  if (!first || new Date(first.expires_at).getTime() <= Date.now()) return null;
  const { session_id, user_id, name, email, two_factor_enabled } = first;
  const memberships = rows.flatMap(({ workspace_id, role }) =>
    workspace_id === null || role === null ? [] : [{ workspaceId: workspace_id, role }],
  );
  const operator = rows.some((row) => row.role === 'owner' && row.workspace_id === row.first_workspace);
  const user = { id: user_id, name, email, twoFactor: Boolean(two_factor_enabled) };
  return { id: session_id, user, memberships, operator };
}
