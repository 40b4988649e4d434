import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import type { App } from '../../context.ts';
import { changeEmail } from '../../members/change-email.ts';
import { checkPasswordReset, finishPasswordReset } from '../../members/finish-password-reset.ts';
import { listSessions } from '../../members/list-sessions.ts';
import { revokeSession } from '../../members/revoke-session.ts';
import { asApiError } from './api-error.ts';

const token = z.string().min(1).max(200);
const password = z.string().max(2000);

/**
 * What better-auth does with mails, done without: they are endpoints of its router, so that its rate limits hold for
 * them and its cookies are the only ones.
 */
export function ownEndpoints(app: App) {
  const post = <Shape extends z.ZodRawShape>(shape: Shape) =>
    ({ method: 'POST', body: z.strictObject(shape) }) as const;

  return {
    id: 'postbote',
    endpoints: {
      /** Not reachable over HTTP: for somebody who has just become a user by a one-time link. */
      signInUser: createAuthEndpoint.serverOnly(post({ userId: z.string() }), async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        const session = user && (await internalAdapter.createSession(user.id));
        if (user && session) await setSessionCookie(ctx, { session, user });
        return ctx.json({});
      }),
      checkReset: createAuthEndpoint('/reset/check', post({ token }), (ctx) =>
        told(async () => ctx.json(await checkPasswordReset(app, ctx.body.token))),
      ),
      useReset: createAuthEndpoint('/reset/use', post({ token, password }), (ctx) =>
        told(async () => {
          await finishPasswordReset(app, ctx.body.token, ctx.body.password);
          return ctx.json({});
        }),
      ),
      changeOwnEmail: createAuthEndpoint(
        '/account/change-email',
        { ...post({ email: z.string().max(500), password }), use: [sessionMiddleware] },
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
            return ctx.json({});
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
