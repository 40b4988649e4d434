import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { findReset, takeReset } from '../store/password-resets.ts';
import { deleteSessionsOf } from '../store/sessions.ts';
import { writePassword } from '../store/users.ts';
import { passwordViolations } from './create-user.ts';
import { hashToken } from './one-time-token.ts';
import { hashPassword } from './password-hash.ts';

type Parts = Pick<App, 'db' | 'clock'>;

/** Sets the password and ends every session. It signs nobody in: a second factor is asked for as always. */
export async function finishPasswordReset(app: Parts, token: string, password: string): Promise<void> {
  await checkPasswordReset(app, token);
  const violations = passwordViolations(password);
  if (violations.length > 0) throw new PostboteError('invalid_request', { violations });
  const hash = await hashPassword(password);
  await app.db.transaction(async (query) => {
    const now = app.clock.now();
    const userId = await takeReset(query, hashToken(token), now);
    if (userId === null) throw new PostboteError('link_invalid');
    await writePassword(query, userId, hash, now);
    await deleteSessionsOf(query, userId);
  });
}

/** Whose link it is; throws unless it can still be used. */
export async function checkPasswordReset(app: Parts, token: string): Promise<{ email: string }> {
  const found = await findReset(app.db.query, hashToken(token), app.clock.now());
  if (!found) throw new PostboteError('link_invalid');
  return { email: found.email };
}
