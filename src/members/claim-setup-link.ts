import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { readFact, takeFact } from '../store/instance.ts';
import { insertMember } from '../store/members.ts';
import { createUser, type NewUser, readyUser } from './create-user.ts';
import { hashToken } from './one-time-token.ts';

/** Makes the owner of the first workspace. The link from the terminal works once: of two at once one gets it. */
export async function claimSetupLink(
  app: Pick<App, 'db' | 'clock'>,
  token: string,
  input: NewUser,
): Promise<{ userId: string }> {
  await checkSetupLink(app, token);
  const user = await readyUser(input);
  await app.db.transaction(async (query) => {
    const workspaceId = await readFact(query, 'first_workspace');
    const taken = await takeFact(query, 'setup_token', hashToken(token));
    if (!taken || workspaceId === null) throw new PostboteError('link_invalid');
    const now = app.clock.now();
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
