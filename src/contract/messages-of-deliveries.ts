import { mediaAdvice, mediaReason } from './media-reasons.ts';
import type { Entry, Fact } from './message-entry.ts';

/** Said while it goes on, and once it was given up. */
const untilGivenUp = (going: string) => (f: Fact) =>
  f('gave_up') === 'true' ? 'Create the post again with a new time.' : going;
const triedAgain = untilGivenUp('Wait: it is tried again by itself.');

/** What a delivery waited for until it was too late. */
const waited: Readonly<Record<string, { de: string; next: string }>> = {
  account_reconnect: { de: 'der Account musste neu verbunden werden', next: 'Reconnect the account' },
  account_paused: { de: 'der Account war pausiert', next: 'Resume the account' },
  publishing_paused: { de: 'das Veröffentlichen war pausiert', next: 'Resume publishing' },
};

/** What happened to a delivery. */
export const ofDeliveries = {
  platform_rejected: {
    de: (f) => `${f('platform')} hat den Post abgelehnt`,
    next: () => 'Read platform_message, change the post and create it again.',
  },
  platform_auth: {
    de: (f) => `Die Anmeldung bei ${f('platform')} ist abgelaufen oder wurde widerrufen`,
    next: () => 'Reconnect the account in the dashboard, then post again.',
  },
  platform_permission: {
    de: (f) => `${f('platform')} erlaubt das diesem Account oder dieser App nicht`,
    next: () =>
      'Read platform_message; reconnect with all rights or change the app settings at the platform.',
  },
  platform_account: {
    de: (f) => `Der Account ist bei ${f('platform')} gesperrt oder eingeschränkt`,
    next: () => 'Open the app of the platform with this account and settle what it asks.',
  },
  platform_duplicate: {
    de: (f) => `${f('platform')} hat den Text als Wiederholung abgelehnt`,
    next: () => 'Change the text and create the post again.',
  },
  platform_rate_limited: {
    de: (f) => `${f('platform')} begrenzt gerade die Anzahl der Posts`,
    next: triedAgain,
  },
  platform_credits: {
    de: (f) => `Das Guthaben der App bei ${f('platform')} ist aufgebraucht`,
    next: untilGivenUp(
      'Top up the credit of the app at the platform; it is tried again by itself up to 24 hours after its time.',
    ),
  },
  platform_not_ready: {
    de: (f) => `${f('platform')} verarbeitet noch`,
    next: triedAgain,
  },
  platform_unreachable: {
    de: (f) => `${f('platform')} ist nicht erreichbar`,
    next: triedAgain,
  },
  platform_unavailable: {
    de: (f) => `${f('platform')} antwortet gerade nicht wie erwartet`,
    next: triedAgain,
  },
  media_rejected: {
    de: (f) => `Ein Medium passt nicht für ${f('platform')}: ${mediaReason(f)}`,
    next: (f) =>
      `Replace the file at media_urls or cover_url and create the post again. ${mediaAdvice(f)}`.trim(),
  },
  media_unreachable: {
    de: (f) => `Ein Medium war nicht abrufbar: ${mediaReason(f)}`,
    next: () => 'Make sure that the address is public and stays reachable until the post is out.',
  },
  processing_timeout: {
    de: (f) => `${f('platform')} ist mit der Verarbeitung nicht fertig geworden`,
    next: () => 'Post again, if need be with a smaller file. Nothing was published.',
  },
  outcome_unknown: {
    de: (f) =>
      `Die Antwort von ${f('platform')} ging verloren; ob der Post erschienen ist, lässt sich nicht lesen`,
    next: () =>
      'It may be out, so do not create it again. Look at the profile, then choose "it is there" or "post it again" in the dashboard or on the command line. Nothing is sent again by itself.',
  },
  too_late: {
    de: (f) => {
      const cause = waited[f('waited_for')]?.de;
      return `Mehr als 24 Stunden überfällig, deshalb nicht mehr veröffentlicht${cause ? ` (${cause})` : ''}`;
    },
    next: (f) => {
      const first = waited[f('waited_for')]?.next;
      return first
        ? `${first} in the dashboard, then create the post again with a new time.`
        : 'Create the post again with a new time.';
    },
  },
  account_inactive: {
    de: () => 'Der Account wurde entfernt',
    next: () => 'Connect the account again in the dashboard, then create the post again.',
  },
} as const satisfies Record<string, Entry>;
