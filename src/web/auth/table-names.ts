/** better-auth's models under the names that `migrations/` gives them. */
const snake = (name: string) => name.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`);
const snakes = (...names: string[]) => Object.fromEntries(names.map((name) => [name, snake(name)]));

const times = ['createdAt', 'updatedAt'];

export const userTable = { modelName: 'users', fields: snakes('emailVerified', ...times) };
export const sessionTable = {
  modelName: 'sessions',
  fields: snakes('userId', 'expiresAt', 'ipAddress', 'userAgent', ...times),
};
export const loginTable = {
  modelName: 'user_logins',
  fields: snakes(
    'userId',
    'accountId',
    'providerId',
    'accessToken',
    'refreshToken',
    'idToken',
    'accessTokenExpiresAt',
    'refreshTokenExpiresAt',
    ...times,
  ),
};
export const verificationTable = { modelName: 'verifications', fields: snakes('expiresAt', ...times) };
export const rateLimitTable = { modelName: 'rate_limits', fields: snakes('lastRequest') };
export const twoFactorSchema = {
  user: { fields: snakes('twoFactorEnabled') },
  twoFactor: {
    modelName: 'two_factors',
    fields: snakes('userId', 'backupCodes', 'failedVerificationCount', 'lockedUntil'),
  },
};
export const passkeySchema = {
  passkey: {
    modelName: 'passkeys',
    fields: snakes('userId', 'publicKey', 'credentialID', 'deviceType', 'backedUp', 'createdAt'),
  },
};
