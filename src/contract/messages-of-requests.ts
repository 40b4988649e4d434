import { mediaReason } from './media-reasons.ts';
import type { Entry } from './message-entry.ts';

/** Errors as a whole: what is wrong with a request. */
export const ofRequests = {
  invalid_request: {
    de: () => 'Ungültige Anfrage',
    next: () => 'Correct the arguments.',
  },
  unauthenticated: {
    de: () => 'Unauthorized',
    next: () => 'Use a valid API key; create one in the dashboard under MCP.',
  },
  forbidden: {
    de: () => 'Dafür reicht deine Rolle nicht',
    next: () => 'Ask an owner of the workspace.',
  },
  too_large: { de: () => 'Die Anfrage ist zu groß', next: () => 'Send less at once.' },
  link_invalid: {
    de: () => 'Dieser Link ist abgelaufen, zurückgezogen oder schon benutzt',
    next: () => 'Ask for a new link.',
  },
  email_taken: {
    de: () => 'Diese E-Mail-Adresse hat schon ein Konto',
    next: () => 'Sign in with it and open the link again, or use another address.',
  },
  already_member: {
    de: () => 'Du gehörst schon zu diesem Arbeitsbereich',
    next: () => 'Open the dashboard. The link stays valid for somebody else.',
  },
  last_owner: {
    de: () => 'Ein Arbeitsbereich braucht mindestens einen Inhaber',
    next: () => 'Make another member owner first.',
  },
  password_wrong: {
    de: () => 'Das Passwort stimmt nicht',
    next: () => 'Give your present password.',
  },
  not_found: { de: () => 'Nicht gefunden', next: () => 'Check the id.' },
  conflict: { de: () => 'Konflikt mit einem früheren Aufruf', next: () => 'Read the present state first.' },
  post_invalid: { de: () => 'Der Post ist so nicht möglich', next: () => 'Correct the listed violations.' },
  too_many_requests: {
    de: (f) => `Zu viele Anfragen, bitte ${f('seconds')} s warten`,
    next: (f) => `Wait ${f('seconds')} seconds, then repeat the call.`,
  },
  upload_refused: {
    de: (f) => `Datei abgelehnt: ${mediaReason(f)}`,
    next: () =>
      'Upload a JPEG, PNG, WebP, GIF, AVIF or TIFF picture, or an MP4, MOV, WebM, MKV or 3GP video.',
  },
  file_in_use: {
    de: () => 'Ein Post braucht diese Datei noch',
    next: () => 'Cancel the post, or wait until a week after it was published.',
  },
  connect_refused: {
    de: (f) =>
      f('by') === 'password'
        ? `${f('platform')} nimmt diese Zugangsdaten nicht an`
        : `${f('platform')} hat die Verbindung abgelehnt`,
    next: (f) =>
      f('by') === 'password'
        ? 'Check what was entered (an app password, not the one of the account itself), and try again.'
        : 'Begin again and allow everything that is asked for.',
  },
  connect_expired: {
    de: () => 'Diese Anmeldung ist abgelaufen oder wurde schon benutzt',
    next: () => 'Begin connecting the account again.',
  },
  connect_no_account: {
    de: (f) => `Mit dieser Anmeldung ist bei ${f('platform')} kein Account erreichbar`,
    next: () => 'Sign in with a user who manages the page, channel or location, and grant access to it.',
  },
  internal: {
    de: () => 'Interner Fehler',
    next: () => 'Repeat the call; with an idempotency_key that is safe.',
  },
} as const satisfies Record<string, Entry>;
