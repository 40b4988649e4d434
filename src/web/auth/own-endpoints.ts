import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint, getSessionFromCtx, sessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import type { App } from '../../context.ts';
import { acceptInvitation, checkInvitation } from '../../members/accept-invitation.ts';
import { changeEmail } from '../../members/change-email.ts';
import { checkSetupLink, claimSetupLink } from '../../members/claim-setup-link.ts';
import { checkPasswordReset, finishPasswordReset } from '../../members/finish-password-reset.ts';
import { listSessions } from '../../members/list-sessions.ts';
import { revokeSession } from '../../members/revoke-session.ts';
import { asApiError } from './api-error.ts';

const token = z.string().min(1).max(200);
const person = { name: z.string().max(500), email: z.string().max(500), password: z.string().max(2000) };

type Context = Parameters<typeof setSessionCookie>[0];

/**
 * The ways in that have no mail server behind them: one-time links. They are endpoints of better-auth's router so that
 * its rate limits hold for them and its cookies are the only ones.
 */
export function ownEndpoints(app: App) {
  const post = <Shape extends z.ZodRawShape>(shape: Shape) =>
    ({ method: 'POST', body: z.strictObject(shape) }) as const;

  const signIn = async (ctx: Context, userId: string) => {
    const user = await ctx.context.internalAdapter.findUserById(userId);
    const session = await ctx.context.internalAdapter.createSession(userId);
    if (user && session) await setSessionCookie(ctx, { session, user });
  };

  return {
    id: 'postbote',
    endpoints: {
      checkSetup: createAuthEndpoint('/setup/check', post({ token }), (ctx) =>
        told(async () => {
          await checkSetupLink(app, ctx.body.token);
          return ctx.json({ valid: true });
        }),
      ),
      useSetup: createAuthEndpoint('/setup/use', post({ token, ...person }), (ctx) =>
        told(async () => {
          const { userId } = await claimSetupLink(app, ctx.body.token, ctx.body);
          await signIn(ctx, userId);
          return ctx.json({ userId });
        }),
      ),
      checkInvitation: createAuthEndpoint('/invitation/check', post({ token }), (ctx) =>
        told(async () => ctx.json(await checkInvitation(app, ctx.body.token))),
      ),
      /** Signed in: the token alone. Otherwise name, e-mail and password of the new user with it. */
      acceptInvitation: createAuthEndpoint(
        '/invitation/accept',
        post({
          token,
          name: person.name.optional(),
          email: person.email.optional(),
          password: person.password.optional(),
        }),
        (ctx) =>
          told(async () => {
            const { name = '', email = '', password = '' } = ctx.body;
            const known = await getSessionFromCtx(ctx);
            const who = known ? { userId: known.user.id } : { name, email, password };
            const accepted = await acceptInvitation(app, ctx.body.token, who);
            if (!known) await signIn(ctx, accepted.userId);
            return ctx.json(accepted);
          }),
      ),
      checkReset: createAuthEndpoint('/reset/check', post({ token }), (ctx) =>
        told(async () => ctx.json(await checkPasswordReset(app, ctx.body.token))),
      ),
      useReset: createAuthEndpoint('/reset/use', post({ token, password: person.password }), (ctx) =>
        told(async () => {
          await finishPasswordReset(app, ctx.body.token, ctx.body.password);
          return ctx.json({ done: true });
        }),
      ),
      changeOwnEmail: createAuthEndpoint(
        '/account/change-email',
        { ...post({ email: person.email, password: person.password }), use: [sessionMiddleware] },
        (ctx) => told(async () => ctx.json(await changeEmail(app, ctx.context.session.user.id, ctx.body))),
      ),
      /** Without their tokens, unlike better-auth's own list. */
      listOwnSessions: createAuthEndpoint('/sessions', { method: 'GET', use: [sessionMiddleware] }, (ctx) =>
        told(async () => {
          const { user, session } = ctx.context.session;
          return ctx.json({ sessions: await listSessions(app, user.id, session.id) });
        }),
      ),
      revokeOwnSession: createAuthEndpoint(
        '/sessions/revoke',
        { ...post({ id: z.string().max(100) }), use: [sessionMiddleware] },
        (ctx) =>
          told(async () => {
            await revokeSession(app, ctx.context.session.user.id, ctx.body.id);
            return ctx.json({ done: true });
          }),
      ),
    },
  } satisfies BetterAuthPlugin;
}

async function told<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw asApiError(error);
  }
}
