import { mediaReasonEn } from './media-reasons.ts';
import type { Fact, Translated } from './message-entry.ts';
import type { ofDeliveries } from './messages-of-deliveries.ts';

/** Said while it is tried again by itself, and once it was given up. */
const untilGivenUp = (going: string, over: string) => (f: Fact) => (f('gave_up') === 'true' ? over : going);
const triedAgain = {
  dann: untilGivenUp('Warten: Es wird von selbst erneut versucht.', 'Später erneut senden.'),
  remedy: untilGivenUp('Wait: it is tried again by itself.', 'Send it again later.'),
};

export const translatedDeliveries: Record<keyof typeof ofDeliveries, Translated> = {
  platform_rejected: {
    en: (f) => `${f('platform')} rejected the post`,
    dann: () => 'Die Worte der Plattform lesen, dann eine Kopie ändern und senden.',
    remedy: () => "Read the platform's own words, then change a copy and send that.",
  },
  platform_auth: {
    en: (f) => `The sign-in at ${f('platform')} has expired or was revoked`,
    dann: () => 'Den Account neu verbinden, dann erneut senden.',
    remedy: () => 'Reconnect the account, then send it again.',
  },
  platform_permission: {
    en: (f) => `${f('platform')} does not allow this for the account or the app`,
    dann: () => 'Mit allen Rechten neu verbinden oder die App-Einstellungen bei der Plattform ändern.',
    remedy: () => 'Reconnect with all rights, or change the settings of the app at the platform.',
  },
  platform_account: {
    en: (f) => `The account is locked or restricted at ${f('platform')}`,
    dann: () => 'Die App der Plattform mit diesem Account öffnen und erledigen, was sie verlangt.',
  },
  platform_duplicate: {
    en: (f) => `${f('platform')} refused the text as a repetition`,
    dann: () => 'Den Text in einer Kopie ändern und diese senden.',
    remedy: () => 'Change the text in a copy and send that.',
  },
  platform_rate_limited: {
    en: (f) => `${f('platform')} is limiting the number of posts at the moment`,
    ...triedAgain,
  },
  platform_credits: {
    en: (f) => `The app's credit at ${f('platform')} is used up`,
    dann: untilGivenUp(
      'Das Guthaben der App aufladen; bis 24 Stunden nach der Zeit wird es von selbst erneut versucht.',
      'Das Guthaben der App aufladen, dann erneut senden.',
    ),
    remedy: untilGivenUp(
      'Top up the credit of the app at the platform; it is tried again by itself up to 24 hours after its time.',
      'Top up the credit of the app at the platform, then send it again.',
    ),
  },
  platform_not_ready: {
    en: (f) => `${f('platform')} is still processing`,
    ...triedAgain,
  },
  platform_unreachable: {
    en: (f) => `${f('platform')} cannot be reached`,
    ...triedAgain,
  },
  platform_unavailable: {
    en: (f) => `${f('platform')} is not answering as it should`,
    ...triedAgain,
  },
  media_rejected: {
    en: (f) => `A file does not suit ${f('platform')}: ${mediaReasonEn(f)}`,
    dann: () => 'Die Datei in einer Kopie ersetzen und diese senden.',
    remedy: () => 'Replace the file in a copy and send that.',
  },
  media_unreachable: {
    en: (f) => `A file could not be fetched: ${mediaReasonEn(f)}`,
    dann: () => 'Dafür sorgen, dass die Adresse öffentlich und erreichbar bleibt, oder die Datei hochladen.',
  },
  processing_timeout: {
    en: (f) => `${f('platform')} did not finish processing`,
    dann: () => 'Erneut senden, notfalls mit einer kleineren Datei. Es wurde nichts veröffentlicht.',
  },
  outcome_unknown: {
    en: (f) => `The answer of ${f('platform')} was lost; whether the post is out cannot be read`,
    dann: () =>
      'Im Profil nachsehen, dann „Er ist da“ oder „Noch einmal posten“ wählen. Von selbst wird nichts gesendet.',
    remedy: () =>
      'Look at the profile, then choose “It is there” or “Post it again”. Nothing is sent by itself.',
  },
  too_late: {
    en: () => 'More than 24 hours overdue, so it was not published any more',
    dann: () => 'Erneut senden, oder den Post duplizieren und neu planen.',
    remedy: () => 'Send it again, or duplicate the post and plan that.',
  },
  account_inactive: {
    en: () => 'The account is no longer active',
    dann: () => 'Den Account neu verbinden oder fortsetzen, dann erneut senden.',
    remedy: () => 'Reconnect or resume the account, then send it again.',
  },
};
