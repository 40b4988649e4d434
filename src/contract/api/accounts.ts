import { z } from 'zod';
import { postTypes } from '../platform-ids.ts';
import { addresses } from './addresses.ts';
import { endpoint, id, language, mode, modeScope, nothing, platform, time } from './endpoint.ts';

const mediaLimits = z.object({
  types: z.array(z.string()),
  maxBytes: z.number(),
  seconds: z.object({ min: z.number(), max: z.number() }).optional(),
});

/** A platform's data sheet as the dashboard needs it. */
export const platformView = z.object({
  id: platform,
  name: z.string(),
  limits: z.object({
    text: z.array(
      z.object({ max: z.number(), unit: z.string(), for: z.array(z.enum(postTypes)).optional() }),
    ),
    image: mediaLimits.optional(),
    video: mediaLimits.optional(),
    carousel: z.object({ min: z.number(), max: z.number() }).optional(),
  }),
  capabilities: z.object({ postTypes: z.array(z.enum(postTypes)), cover: z.boolean(), altText: z.boolean() }),
  /** The settings' schema as JSON Schema; the form is drawn from it. */
  settings: z.record(z.string(), z.unknown()),
  /** True: an account can be asked which values there are for some settings. */
  choices: z.boolean(),
  /** The setting whose value other choices belong to, such as the board of its sections. */
  choicesWithin: z.string().nullable(),
  /** The numbers it offers, each with the platform's own name; a missing one is not offered. */
  metrics: z.partialRecord(z.enum(['likes', 'comments', 'shares', 'reach']), z.string()),
  connect: z.discriminatedUnion('by', [
    z.object({ by: z.literal('oauth2'), redirectUri: z.string(), appEntered: z.boolean() }),
    z.object({
      by: z.literal('password'),
      fields: z.array(z.object({ name: z.string(), label: z.string(), secret: z.boolean() })),
      /** Also possible by OAuth; what the user types to begin. Null: not here. */
      oauthLabel: z.string().nullable(),
    }),
  ]),
  apiVersion: z.string().nullable(),
  apiEndsOn: z.string().nullable(),
});

export const accountView = z.object({
  id,
  platform,
  name: z.string(),
  username: z.string().nullable(),
  state: z.enum(['active', 'paused', 'reconnect']),
  settings: z.record(z.string(), z.unknown()),
  /** Required settings that neither have a default nor were chosen. */
  missing: z.array(z.string()),
  createdAt: time,
  /** When the login ends if nobody renews it; null: it does not, or it renews itself. */
  expiresAt: time.nullable(),
  waiting: z.int(),
});

const accountScope = modeScope.extend({ accountId: id });

export const accountsApi = {
  listPlatforms: endpoint({
    ...addresses.listPlatforms,
    needs: 'viewer',
    input: modeScope,
    output: z.object({ platforms: z.array(platformView) }),
  }),
  listAccounts: endpoint({
    ...addresses.listAccounts,
    needs: 'viewer',
    input: modeScope,
    output: z.object({ accounts: z.array(accountView) }),
  }),
  /** Boards, locations, privacy levels …: asked of the platform now. */
  readChoices: endpoint({
    ...addresses.readChoices,
    needs: 'viewer',
    input: accountScope.extend({ language: language.optional(), within: z.string().max(100).optional() }),
    output: z.object({
      choices: z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() }))),
    }),
  }),
  changeAccount: endpoint({
    ...addresses.changeAccount,
    needs: 'editor',
    input: accountScope.extend({
      settings: z.record(z.string(), z.unknown()).optional(),
      paused: z.boolean().optional(),
    }),
    output: accountView,
  }),
  removeAccount: endpoint({
    ...addresses.removeAccount,
    needs: 'editor',
    input: accountScope,
    output: nothing,
  }),
  /** Where to send the browser. It comes back to `/connect/<platform>/callback`. */
  beginConnect: endpoint({
    ...addresses.beginConnect,
    needs: 'editor',
    input: modeScope.extend({ platform, typed: z.string().max(300).optional() }),
    output: z.object({ url: z.string() }),
  }),
  connectWithPassword: endpoint({
    ...addresses.connectWithPassword,
    needs: 'editor',
    input: modeScope.extend({ platform, fields: z.record(z.string(), z.string().max(500)) }),
    output: z.object({ names: z.array(z.string()) }),
  }),
  /** Every sandbox account there is, connected in one go. */
  addSandboxAccounts: endpoint({
    ...addresses.addSandboxAccounts,
    needs: 'editor',
    input: modeScope,
    output: z.object({ added: z.int() }),
  }),
  /** Asks the platform who we are, with the stored login. */
  testAccount: endpoint({
    ...addresses.testAccount,
    needs: 'editor',
    input: accountScope,
    output: z.object({ ok: z.boolean(), code: z.string().nullable(), raw: z.string().nullable() }),
  }),
};

export const appView = z.object({
  platform,
  mode,
  /** Null: none was entered. */
  clientId: z.string().nullable(),
  enteredAt: time.nullable(),
  redirectUri: z.string(),
});

/** The operator's apps at the platforms; secrets go in and never come out. */
export const appsApi = {
  listApps: endpoint({
    ...addresses.listApps,
    needs: 'operator',
    input: z.strictObject({}),
    output: z.object({ apps: z.array(appView) }),
  }),
  enterApp: endpoint({
    ...addresses.enterApp,
    needs: 'operator',
    input: z.strictObject({
      platform,
      clientId: z.string().trim().min(1).max(500),
      clientSecret: z.string().trim().min(1).max(2000),
    }),
    output: appView,
  }),
  removeApp: endpoint({
    ...addresses.removeApp,
    needs: 'operator',
    input: z.strictObject({ platform }),
    output: nothing,
  }),
};

export type PlatformView = z.infer<typeof platformView>;
export type AccountView = z.infer<typeof accountView>;
export type AppView = z.infer<typeof appView>;
