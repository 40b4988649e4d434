import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { replaceReset } from '../store/password-resets.ts';
import { dropSecondFactor, findUserByEmail } from '../store/users.ts';
import { normalEmail } from './create-user.ts';
import { hashToken, makeToken } from './one-time-token.ts';

const validMs = 24 * 3_600_000;

/** The operator's way to help somebody who cannot sign in: there is no mail server. */
export async function beginPasswordReset(
  app: Pick<App, 'db' | 'clock'>,
  input: { email: string; dropSecondFactor: boolean },
): Promise<{ token: string; expiresAt: number }> {
  const token = makeToken();
  const now = app.clock.now();
  const expiresAt = now + validMs;
  await app.db.transaction(async (query) => {
    const user = await findUserByEmail(query, normalEmail(input.email) ?? '');
    if (!user) throw new PostboteError('not_found');
    await replaceReset(query, {
      hash: hashToken(token),
      user_id: user.id,
      created_at: now,
      expires_at: expiresAt,
    });
    if (input.dropSecondFactor) await dropSecondFactor(query, user.id);
  });
  return { token, expiresAt };
}
