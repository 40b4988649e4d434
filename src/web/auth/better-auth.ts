import { randomUUID } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { App } from '../../context.ts';
import { passwordLength } from '../../members/create-user.ts';
import { leaveWorkspaces } from '../../members/leave-workspaces.ts';
import { hashPassword, verifyPassword } from '../../members/password-hash.ts';
import { asApiError } from './api-error.ts';
import { ownEndpoints } from './own-endpoints.ts';
import { authSecret, cookiePrefix, isHttps } from './secret.ts';
import {
  loginTable,
  passkeySchema,
  rateLimitTable,
  sessionTable,
  twoFactorSchema,
  userTable,
  verificationTable,
} from './table-names.ts';

/** Set by our own door on every request; what a client sends under this name never arrives. */
export const addressHeader = 'x-postbote-address';
export const authPath = '/api/auth';

const day = 24 * 3600;
/** An office behind one address signs in together; whoever guesses gets 20 tries and then five minutes of silence. */
const guessing = { window: 300, max: 20 };

/** Nothing here may come from the environment: every default that better-auth would read there is spelled out. */
export function authOptions(app: App) {
  const { config } = app;
  return {
    appName: 'Postbote',
    basePath: authPath,
    // Without a configured address every host that the door lets through is ours, over plain http.
    baseURL:
      config.baseUrl === null ? { allowedHosts: ['*'], protocol: 'http' } : new URL(config.baseUrl).origin,
    secrets: [{ version: 1, value: authSecret(config) }],
    database: { db: app.db.query, type: app.db.kind, transaction: false },
    telemetry: { enabled: false },
    logger: { level: 'warn', disableColors: true, log: (_, message) => note(app, message) },
    onAPIError: { onError: (error) => noteError(app, error) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
    },
    user: {
      ...userTable,
      deleteUser: {
        enabled: true,
        beforeDelete: async ({ id }) => {
          await leaveWorkspaces(app, id).catch((error: unknown) => {
            throw asApiError(error);
          });
        },
      },
    },
    session: { ...sessionTable, expiresIn: 14 * day, updateAge: day, cookieCache: { enabled: false } },
    account: loginTable,
    verification: verificationTable,
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 120,
      ...rateLimitTable,
      customRules: {
        // Asked on every load of the dashboard; it tells nothing without the cookie.
        '/get-session': false,
        '/sign-in/*': guessing,
        '/passkey/verify-authentication': guessing,
        '/two-factor/verify-*': guessing,
        '/change-password': guessing,
        '/delete-user': guessing,
        '/account/*': guessing,
        '/reset/*': guessing,
      },
    },
    plugins: [
      twoFactor({ issuer: 'Postbote', schema: twoFactorSchema }),
      passkey({
        rpName: 'Postbote',
        schema: passkeySchema,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        authentication: {
          // It stands for password and second factor, so the device must have made sure who holds it.
          afterVerification: async ({ verification }) => {
            if (verification.authenticationInfo.userVerified) return;
            const message = 'The device did not check who holds it';
            throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED', message });
          },
        },
      }),
      ownEndpoints(app),
    ],
    hooks: { before: createAuthMiddleware(async (ctx) => sharpen(ctx.path, ctx.body)) },
    advanced: {
      database: { generateId: () => randomUUID(), validateSchema: false },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(config),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
  } satisfies BetterAuthOptions;
}

export const createBetterAuth = (app: App) => betterAuth(authOptions(app));

/** What better-auth leaves to the caller's choice and we do not. */
function sharpen(path: string | undefined, body: Record<string, unknown> | undefined) {
  // Whoever changes the password wants everybody else out.
  if (path === '/change-password') return { context: { body: { ...body, revokeOtherSessions: true } } };
  if (path === '/delete-user' && typeof body?.password !== 'string') {
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_REQUIRED', message: 'The password is required' });
  }
  if (path === '/update-user') {
    const name = typeof body?.name === 'string' ? body.name.trim() : '';
    if (name === '' || name.length > 100 || Object.keys(body ?? {}).length > 1) {
      const message = 'Only a name of 1 to 100 characters can be set';
      throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message });
    }
    return { context: { body: { name } } };
  }
}

const withoutAddresses = (text: string) => text.replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, '[email]');

/** Only its fixed sentences: what comes beside them may hold addresses and tokens. */
function note(app: App, text: string): void {
  app.log.warn({ said: withoutAddresses(String(text)).slice(0, 300) }, 'sign-in');
}

/** Refusals are answers, not troubles; what is left is ours to look at. */
function noteError(app: App, error: unknown): void {
  if (error instanceof APIError && error.statusCode < 500) return;
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: String(error) };
  app.log.error({ error: name, said: withoutAddresses(message).slice(0, 300) }, 'sign-in failed');
}
