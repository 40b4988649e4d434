import { mediaReasonEn } from './media-reasons.ts';
import type { MessageCode } from './messages.ts';

type Fact = (name: string) => string;
interface Translated {
  /** The message in English. */
  readonly en: (fact: Fact) => string;
  /** The next action in German. */
  readonly dann: (fact: Fact) => string;
  /** The next action in English, where the one for agents speaks of calls and fields that a person does not see. */
  readonly remedy?: (fact: Fact) => string;
}

/** Said while it is tried again by itself, and once it was given up. */
const untilGivenUp = (going: string, over: string) => (f: Fact) => (f('gave_up') === 'true' ? over : going);
const triedAgain = {
  dann: untilGivenUp('Warten: Es wird von selbst erneut versucht.', 'Später erneut senden.'),
  remedy: untilGivenUp('Wait: it is tried again by itself.', 'Send it again later.'),
};

const allowed = (f: Fact) => (f('units') === '?' ? `${f('posts')} posts` : `calls worth ${f('units')} units`);

/**
 * The other half of the catalogue, for people at the dashboard: `messages.ts` has what the tools say (the message in
 * German, the next action in English), this has what they do not.
 */
export const translated: Record<MessageCode, Translated> = {
  unknown_field: {
    en: (f) => `Unknown field ${f('field')}`,
    dann: (f) => `Das Feld ${f('field')} weglassen; erlaubt sind: ${f('allowed')}.`,
  },
  field_missing: { en: (f) => `${f('field')} is missing`, dann: (f) => `${f('field')} angeben.` },
  field_wrong: {
    en: (f) => `${f('field')} is not valid: expected ${f('expected')}`,
    dann: (f) => `${f('field')} berichtigen.`,
  },
  arguments_wrong: {
    en: () => 'The arguments must be a JSON object',
    dann: () => 'Die Angaben als JSON-Objekt senden.',
  },
  content_missing: {
    en: () => 'There is no text',
    dann: () => 'Text schreiben oder ein Medium anhängen.',
    remedy: () => 'Write something, or attach a picture or video.',
  },
  content_too_long: {
    en: (f) => `The text is too long: ${f('length')} of at most ${f('max')} characters`,
    dann: (f) => `Den Text auf höchstens ${f('max')} Zeichen kürzen.`,
  },
  targets_missing: {
    en: () => 'No account is chosen',
    dann: () => 'Mindestens einen Account wählen.',
    remedy: () => 'Choose at least one account.',
  },
  targets_exclusive: {
    en: () => 'Give only one of platforms and account_ids',
    dann: () => 'Entweder platforms oder account_ids weglassen.',
  },
  account_id_wrong: {
    en: (f) => `Not a valid account id: ${f('value')}`,
    dann: () => 'Den Account neu wählen.',
  },
  no_active_accounts: {
    en: () => 'No active account is chosen',
    dann: () => 'Einen verbundenen Account wählen oder einen verbinden.',
    remedy: () => 'Choose a connected account, or connect one.',
  },
  text_too_long: {
    en: (f) => `The text is too long for ${f('platform')}`,
    dann: (f) =>
      `Auf höchstens ${f('max')} kürzen (jetzt ${f('length')}) oder für ${f('platform')} einen eigenen Text schreiben.`,
    remedy: (f) =>
      `Shorten it to at most ${f('max')} (now ${f('length')}), or give ${f('platform')} a text of its own.`,
  },
  per_platform_twice: {
    en: (f) => `${f('platform')} has more than one text of its own`,
    dann: (f) => `Nur einen eigenen Text für ${f('platform')} behalten.`,
  },
  per_platform_not_targeted: {
    en: (f) => `${f('platform')} has a text of its own but no account`,
    dann: (f) => `Einen Account bei ${f('platform')} wählen oder den Text entfernen.`,
  },
  media_url_wrong: {
    en: (f) => `A media address does not work (${f('field')}): ${mediaReasonEn(f)}`,
    dann: () => 'Eine öffentliche http(s)-Adresse ohne Zugangsdaten angeben oder die Datei hochladen.',
  },
  media_unfit: {
    en: (f) => `${f('field')} does not fit ${f('platform')}: ${mediaReasonEn(f)}`,
    dann: (f) => `Die Datei ersetzen oder ${f('platform')} abwählen. Zugeschnitten wird nichts von selbst.`,
  },
  upload_refused: {
    en: (f) => `The file was refused: ${mediaReasonEn(f)}`,
    dann: () =>
      'Ein Bild als JPEG, PNG, WebP, GIF, AVIF oder TIFF hochladen, ein Video als MP4, MOV, WebM, MKV oder 3GP.',
  },
  file_in_use: {
    en: () => 'A post still needs this file',
    dann: () => 'Den Post absagen oder bis eine Woche nach der Veröffentlichung warten.',
  },
  base_url_needed: {
    en: (f) => `${f('platform')} fetches the file by itself, but cannot reach this server at ${f('address')}`,
    dann: () =>
      'POSTBOTE_BASE_URL auf die öffentliche https-Adresse dieses Servers setzen, dann den Post neu anlegen.',
    remedy: () =>
      'Whoever runs the server sets POSTBOTE_BASE_URL to its public https address; then send it again.',
  },
  media_mixed: {
    en: () => 'A video can only be posted alone',
    dann: () => 'Entweder ein Video allein oder nur Bilder anhängen.',
  },
  cover_without_video: {
    en: () => 'A cover needs a video',
    dann: () => 'Das Titelbild entfernen oder ein Video anhängen.',
    remedy: () => 'Remove the cover, or attach a video.',
  },
  cover_not_image: {
    en: () => 'The cover must be an image',
    dann: () => 'Ein Bild als Titelbild wählen.',
    remedy: () => 'Choose an image as the cover.',
  },
  post_type_unsupported: {
    en: (f) => `${f('platform')} takes no posts of this kind (${f('post_type')})`,
    dann: (f) => `${f('platform')} abwählen oder einen Post dieser Art machen: ${f('supported')}.`,
  },
  carousel_size: {
    en: (f) => `${f('platform')} takes ${f('min')} to ${f('max')} images, not ${f('count')}`,
    dann: (f) => `${f('min')} bis ${f('max')} Bilder anhängen.`,
  },
  scheduled_at_wrong: { en: () => 'This is not a valid time', dann: () => 'Datum und Uhrzeit wählen.' },
  scheduled_at_date_only: { en: () => 'The time of day is missing', dann: () => 'Eine Uhrzeit wählen.' },
  scheduled_at_past: {
    en: () => 'This time has passed',
    dann: () => 'Eine spätere Zeit wählen oder sofort veröffentlichen.',
    remedy: () => 'Choose a later time.',
  },
  scheduled_at_too_far: {
    en: () => 'This time is too far away',
    dann: () => 'Eine Zeit in den nächsten zehn Jahren wählen.',
  },
  dashboard_only: {
    en: (f) => `publish_now does not support ${f('platforms')}`,
    dann: (f) => `${f('platforms')} im Dashboard posten.`,
  },
  too_many_hashtags: {
    en: (f) => `${f('platform')} takes at most ${f('max')} hashtags, not ${f('count')}`,
    dann: (f) => `Höchstens ${f('max')} Hashtags verwenden.`,
  },
  too_many_mentions: {
    en: (f) => `${f('platform')} takes at most ${f('max')} mentions, not ${f('count')}`,
    dann: (f) => `Höchstens ${f('max')} Erwähnungen verwenden.`,
  },
  too_many_links: {
    en: (f) => `${f('platform')} takes at most ${f('max')} links, not ${f('count')}`,
    dann: (f) => `Höchstens ${f('max')} Links verwenden.`,
  },
  idempotency_key_reused: {
    en: () => 'This idempotency_key was used with other arguments',
    dann: () => 'Einen neuen idempotency_key verwenden.',
  },
  post_not_found: {
    en: () => 'There is no such post',
    dann: () => 'Die Liste der Posts ansehen.',
    remedy: () => 'Look at the list of posts.',
  },

  invalid_request: {
    en: () => 'This request is not valid',
    dann: () => 'Die Angaben berichtigen.',
    remedy: () => 'Correct what was entered.',
  },
  unauthenticated: {
    en: () => 'You are not signed in',
    dann: () => 'Bitte anmelden.',
    remedy: () => 'Please sign in.',
  },
  forbidden: {
    en: () => 'Your role does not allow this',
    dann: () => 'Einen Inhaber des Arbeitsbereichs fragen.',
  },
  too_large: { en: () => 'The request is too large', dann: () => 'Weniger auf einmal senden.' },
  not_found: {
    en: () => 'Not found',
    dann: () => 'Vielleicht wurde es inzwischen gelöscht: die Seite neu laden.',
    remedy: () => 'It may have been deleted in the meantime: reload the page.',
  },
  conflict: {
    en: () => 'This has changed in the meantime',
    dann: () => 'Den jetzigen Stand ansehen und noch einmal versuchen.',
    remedy: () => 'Look at how it stands now, and try again.',
  },
  post_invalid: {
    en: () => 'The post cannot go out like this',
    dann: () => 'Die genannten Punkte berichtigen.',
  },
  too_many_requests: {
    en: (f) => `Too many requests, please wait ${f('seconds')} s`,
    dann: (f) => `${f('seconds')} Sekunden warten, dann noch einmal versuchen.`,
    remedy: (f) => `Wait ${f('seconds')} seconds, then try again.`,
  },
  connect_refused: {
    en: (f) =>
      f('by') === 'password'
        ? `${f('platform')} does not take these credentials`
        : `${f('platform')} refused the connection`,
    dann: (f) =>
      f('by') === 'password'
        ? 'Die Eingaben prüfen (ein App-Passwort, nicht das des Kontos selbst) und noch einmal versuchen.'
        : 'Noch einmal beginnen und alles erlauben, worum gebeten wird.',
  },
  connect_expired: {
    en: () => 'This sign-in has expired or was used already',
    dann: () => 'Den Account noch einmal verbinden.',
  },
  connect_no_account: {
    en: (f) => `This sign-in reaches no account at ${f('platform')}`,
    dann: () => 'Mit einem Nutzer anmelden, der Seite, Kanal oder Standort verwaltet, und Zugriff erlauben.',
  },
  already_member: {
    en: () => 'You are a member of this workspace already',
    dann: () => 'Den Arbeitsbereich oben im Menü wählen.',
  },
  email_taken: {
    en: () => 'Somebody with this e-mail address is here already',
    dann: () => 'Anmelden und den Link noch einmal öffnen, oder eine andere E-Mail-Adresse nehmen.',
  },
  last_owner: {
    en: () => 'A workspace needs at least one owner',
    dann: () => 'Zuerst jemand anderen zum Inhaber machen.',
  },
  link_invalid: {
    en: () => 'This link is not valid, was used already or has expired',
    dann: () => 'Um einen neuen Link bitten.',
  },
  password_wrong: {
    en: () => 'The password is wrong',
    dann: () => 'Das jetzige Passwort noch einmal eingeben.',
  },
  internal: {
    en: () => 'Something went wrong on the server',
    dann: () => 'Noch einmal versuchen. Bleibt es so, steht der Grund im Protokoll des Servers.',
    remedy: () => 'Try again. If it stays like this, the log of the server tells why.',
  },

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
  account_reconnect: {
    en: (f) => `Waiting: the sign-in at ${f('platform')} has expired or was revoked`,
    dann: (f) => `Den Account bis ${f('until')} neu verbinden; dann geht es von selbst hinaus.`,
    remedy: (f) => `Reconnect the account by ${f('until')}; it then goes out by itself.`,
  },
  account_paused: {
    en: () => 'Waiting: the account is paused',
    dann: (f) => `Den Account bis ${f('until')} fortsetzen; dann geht es von selbst hinaus.`,
    remedy: (f) => `Resume the account by ${f('until')}; it then goes out by itself.`,
  },
  publishing_paused: {
    en: () => 'Waiting: publishing is paused for the whole workspace',
    dann: (f) => `Das Veröffentlichen bis ${f('until')} fortsetzen; dann geht es von selbst hinaus.`,
    remedy: (f) => `Resume publishing by ${f('until')}; it then goes out by itself.`,
  },
  quota_reached: {
    en: (f) =>
      f('gave_up') === 'true'
        ? `${f('platform')} takes at most ${allowed(f)} in ${f('window')}; there is no room within 24 hours`
        : `Waiting: ${f('platform')} takes at most ${allowed(f)} in ${f('window')}`,
    dann: (f) =>
      f('gave_up') === 'true'
        ? 'Den Post mit späterer Zeit planen.'
        : 'Warten: Es geht von selbst hinaus, sobald Platz ist.',
  },
  setting_missing: {
    en: (f) => `${f('setting')} is missing for ${f('platform')}`,
    dann: (f) => `${f('setting')} für diesen Post oder als Vorgabe des Accounts wählen.`,
  },

  hint_status: {
    en: () => 'Read the result for each platform with get_post_status.',
    dann: () => 'get_post_status mit dieser Id aufrufen.',
  },
  hint_setting_missing: {
    en: (f) => `Choose a board or location for ${f('platforms')} in the dashboard.`,
    dann: (f) => `Board oder Standort für ${f('platforms')} wählen.`,
  },
};
