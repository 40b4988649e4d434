import type { App } from '../context.ts';
import type { Language } from '../contract/api/endpoint.ts';
import { PostboteError } from '../errors.ts';
import { readFact, takeFact } from '../store/instance.ts';
import { insertMember } from '../store/members.ts';
import { changeWorkspaceRow } from '../store/workspaces.ts';
import { createUser, type NewUser, readyUser } from './create-user.ts';
import { hashToken } from './one-time-token.ts';

/** Makes the owner of the first workspace. The link from the terminal works once: of two at once one gets it. */
export async function claimSetupLink(
  app: Pick<App, 'db' | 'clock'>,
  token: string,
  input: NewUser & { workspaceName?: string; timeZone?: string; language?: Language },
): Promise<{ userId: string }> {
  await checkSetupLink(app, token);
  const user = await readyUser(input);
  await app.db.transaction(async (query) => {
    const workspaceId = await readFact(query, 'first_workspace');
    const taken = await takeFact(query, 'setup_token', hashToken(token));
    if (!taken || workspaceId === null) throw new PostboteError('link_invalid');
    const now = app.clock.now();
    const { workspaceName: name, timeZone, language } = input;
    await changeWorkspaceRow(query, workspaceId, { name, time_zone: timeZone, language });
    await createUser(query, user, now);
    await insertMember(query, {
      workspace_id: workspaceId,
      user_id: user.id,
      role: 'owner',
      created_at: now,
    });
  });
  return { userId: user.id };
}

/** Throws unless the link can still be used. */
export async function checkSetupLink(app: Pick<App, 'db'>, token: string): Promise<void> {
  const stored = await readFact(app.db.query, 'setup_token');
  if (stored === null || stored !== hashToken(token)) throw new PostboteError('link_invalid');
}
