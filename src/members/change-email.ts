import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { readPassword, writeEmail } from '../store/users.ts';
import { normalEmail } from './create-user.ts';
import { verifyPassword } from './password-hash.ts';

/** The address is only a name to sign in with (no mail is ever sent), so the password is proof enough. */
export async function changeEmail(
  app: Pick<App, 'db' | 'clock'>,
  userId: string,
  input: { email: string; password: string },
): Promise<{ email: string }> {
  const email = normalEmail(input.email);
  if (email === null) {
    const facts = { field: 'email', expected: 'an e-mail address' };
    throw new PostboteError('invalid_request', { violations: [{ code: 'field_wrong', facts }] });
  }
  const stored = await readPassword(app.db.query, userId);
  if (stored === null || !(await verifyPassword(stored, input.password))) {
    throw new PostboteError('password_wrong');
  }
  if (!(await writeEmail(app.db.query, userId, email, app.clock.now())))
    throw new PostboteError('email_taken');
  return { email };
}
