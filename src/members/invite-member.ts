import { randomUUID } from 'node:crypto';
import type { App, Member } from '../context.ts';
import { type Role, roles } from '../contract/roles.ts';
import { PostboteError } from '../errors.ts';
import { insertInvitation } from '../store/invitations.ts';
import { readRole } from '../store/members.ts';
import { hashToken, makeToken } from './one-time-token.ts';

const validMs = 7 * 24 * 3_600_000;
const maxNote = 200;

export interface NewInvitation {
  readonly id: string;
  /** Shown this once; only its hash is stored. */
  readonly token: string;
  readonly role: Role;
  readonly note: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** `by` is null on the command line, where the operator may do everything. */
export async function inviteMember(
  app: Pick<App, 'db' | 'clock'>,
  by: Member | null,
  input: { workspaceId: string; role: Role; note?: string },
): Promise<NewInvitation> {
  const { workspaceId, role, note = '' } = input;
  if (!roles.includes(role) || note.length > maxNote) throw new PostboteError('invalid_request');
  const token = makeToken();
  const now = app.clock.now();
  const invitation = { id: randomUUID(), role, expires_at: now + validMs };
  await app.db.transaction(async (query) => {
    await app.db.lockWorkspace(query, workspaceId);
    if (by !== null) {
      // Asked again here: somebody may just have taken the role away.
      const own = by.workspaceId === workspaceId ? await readRole(query, workspaceId, by.userId) : null;
      if (own !== 'owner') throw new PostboteError('forbidden');
    }
    await insertInvitation(query, {
      ...invitation,
      workspace_id: workspaceId,
      hash: hashToken(token),
      note,
      invited_by: by?.userId ?? null,
      created_at: now,
    });
  });
  return { id: invitation.id, token, role, note, createdAt: now, expiresAt: invitation.expires_at };
}
