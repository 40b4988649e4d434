/** What of better-auth can be reached. Everything else it offers (sign-up, social logins, mails …) is not there. */
const open: Readonly<Record<string, 'GET' | 'POST'>> = {
  '/sign-in/email': 'POST',
  '/sign-out': 'POST',
  '/get-session': 'GET',
  '/revoke-other-sessions': 'POST',
  '/change-password': 'POST',
  '/update-user': 'POST',
  '/delete-user': 'POST',
  '/two-factor/enable': 'POST',
  '/two-factor/disable': 'POST',
  '/two-factor/verify-totp': 'POST',
  '/two-factor/verify-backup-code': 'POST',
  '/two-factor/generate-backup-codes': 'POST',
  '/passkey/generate-register-options': 'GET',
  '/passkey/verify-registration': 'POST',
  '/passkey/generate-authenticate-options': 'GET',
  '/passkey/verify-authentication': 'POST',
  '/passkey/list-user-passkeys': 'GET',
  '/passkey/update-passkey': 'POST',
  '/passkey/delete-passkey': 'POST',
  // Our own.
  '/reset/check': 'POST',
  '/reset/use': 'POST',
  '/account/change-email': 'POST',
  '/sessions': 'GET',
  '/sessions/revoke': 'POST',
};

/** The method that this path takes; undefined: it takes none. */
export const openMethod = (path: string): 'GET' | 'POST' | undefined =>
  Object.hasOwn(open, path) ? open[path] : undefined;
