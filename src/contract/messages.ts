import { mediaAdvice, mediaReason } from './media-reasons.ts';
import { translated } from './messages-translated.ts';

/**
 * The one catalogue of what we say to people (German) and to agents (the next action, English).
 * Facts are names and numbers only; a missing fact shows as "?", never as a crash.
 */
type Facts = Readonly<Record<string, unknown>>;
interface Entry {
  readonly de: (fact: (name: string) => string) => string;
  readonly next: (fact: (name: string) => string) => string;
}

/** Said while it goes on, and once it was given up. */
const untilGivenUp = (going: string) => (f: (name: string) => string) =>
  f('gave_up') === 'true' ? 'Create the post again with a new time.' : going;
const triedAgain = untilGivenUp('Wait: it is tried again by itself.');

/** Posts, or (YouTube) the units that calls cost. */
const allowed = (f: (name: string) => string) =>
  f('units') === '?' ? `${f('posts')} Posts` : `Aufrufe für ${f('units')} Einheiten`;

/** What a delivery waited for until it was too late. */
const waited: Readonly<Record<string, { de: string; next: string }>> = {
  account_reconnect: { de: 'der Account musste neu verbunden werden', next: 'Reconnect the account' },
  account_paused: { de: 'der Account war pausiert', next: 'Resume the account' },
  publishing_paused: { de: 'das Veröffentlichen war pausiert', next: 'Resume publishing' },
};

const entries = {
  // Rules of a post: found before anything is stored.
  unknown_field: {
    de: (f) => `Unbekanntes Feld ${f('field')}`,
    next: (f) => `Remove the field ${f('field')}; allowed are: ${f('allowed')}.`,
  },
  field_missing: {
    de: (f) => `Feld ${f('field')} fehlt`,
    next: (f) => `Give ${f('field')}.`,
  },
  field_wrong: {
    de: (f) => `Feld ${f('field')} ist ungültig: erwartet ${f('expected')}`,
    next: (f) => `Send ${f('field')} as ${f('expected')}.`,
  },
  arguments_wrong: {
    de: () => 'Die Argumente müssen ein JSON-Objekt sein',
    next: () => 'Send arguments as a JSON object.',
  },
  content_missing: {
    de: () => 'Text fehlt',
    next: () => 'Give content, or at least one address in media_urls.',
  },
  content_too_long: {
    de: (f) => `Text zu lang: ${f('length')} von höchstens ${f('max')} Zeichen`,
    next: (f) => `Shorten ${f('field')} to at most ${f('max')} characters.`,
  },
  targets_missing: {
    de: () => 'Ziele fehlen: platforms oder account_ids angeben',
    next: () => 'Give exactly one of platforms and account_ids, not empty. list_social_accounts names both.',
  },
  targets_exclusive: {
    de: () => 'Nur eines von platforms und account_ids angeben',
    next: () => 'Remove either platforms or account_ids.',
  },
  account_id_wrong: {
    de: (f) => `account_ids enthält keine gültige UUID: ${f('value')}`,
    next: () => 'Use ids from list_social_accounts.',
  },
  no_active_accounts: {
    de: () => 'Keine aktiven Ziel-Accounts',
    next: () =>
      'Call list_social_accounts and target accounts from that list, or connect one in the dashboard.',
  },
  text_too_long: {
    de: (f) => `Text für ${f('platform')} zu lang`,
    next: (f) =>
      `Shorten the text for ${f('platform')} to at most ${f('max')} (now ${f('length')}, counted in ${f('unit')}), or give it a text of its own in per_platform.`,
  },
  per_platform_twice: {
    de: (f) => `per_platform nennt ${f('platform')} mehrfach`,
    next: (f) => `Keep one per_platform entry for ${f('platform')}.`,
  },
  per_platform_not_targeted: {
    de: (f) => `per_platform nennt ${f('platform')}, das kein Ziel ist`,
    next: (f) => `Add ${f('platform')} to the targets or remove its per_platform entry.`,
  },
  media_url_wrong: {
    de: (f) => `Medien-Adresse ungültig (${f('field')}): ${mediaReason(f)}`,
    next: (f) => `Give ${f('field')} as a public http(s) address without credentials.`,
  },
  media_unfit: {
    de: (f) => `${f('field')} passt nicht für ${f('platform')}: ${mediaReason(f)}`,
    next: (f) =>
      `Replace ${f('field')}, or remove ${f('platform')} from the targets. ${mediaAdvice(f)}`.trim(),
  },
  media_mixed: {
    de: () => 'Ein Video kann nur allein gepostet werden',
    next: () => 'Send one video alone, or only images.',
  },
  cover_without_video: {
    de: () => 'cover_url ist nur bei einem Video möglich',
    next: () => 'Remove cover_url or send a video.',
  },
  cover_not_image: {
    de: () => 'cover_url muss ein Bild sein',
    next: () => 'Give an image as cover_url.',
  },
  post_type_unsupported: {
    de: (f) => `${f('platform')} unterstützt keine Posts vom Typ ${f('post_type')}`,
    next: (f) =>
      `Remove ${f('platform')} from the targets, or send one of: ${f('supported')}. A draft may stay unfinished.`,
  },
  carousel_size: {
    de: (f) => `${f('platform')} erlaubt ${f('min')} bis ${f('max')} Bilder, nicht ${f('count')}`,
    next: (f) => `Send ${f('min')} to ${f('max')} images for ${f('platform')}.`,
  },
  scheduled_at_wrong: {
    de: () => 'scheduled_at ist keine gültige ISO-8601-Zeit',
    next: () => 'Send date and time, e.g. 2026-12-24T18:00:00Z.',
  },
  scheduled_at_date_only: {
    de: () => 'scheduled_at braucht eine Uhrzeit',
    next: () => 'Add the time, e.g. 2026-12-24T18:00:00Z.',
  },
  scheduled_at_past: {
    de: () => 'scheduled_at liegt in der Vergangenheit',
    next: (f) => `Choose a time after ${f('now')}, or use publish_now.`,
  },
  scheduled_at_too_far: {
    de: () => 'scheduled_at liegt zu weit in der Zukunft',
    next: () => 'Choose a time within the next ten years.',
  },
  dashboard_only: {
    de: (f) => `publish_now unterstützt ${f('platforms')} nicht`,
    next: (f) =>
      `Remove ${f('platforms')}: these posts need a board or location and are made in the dashboard, or plan them with create_post.`,
  },
  too_many_hashtags: {
    de: (f) => `${f('platform')} erlaubt höchstens ${f('max')} Hashtags, nicht ${f('count')}`,
    next: (f) => `Use at most ${f('max')} hashtags for ${f('platform')}.`,
  },
  too_many_mentions: {
    de: (f) => `${f('platform')} erlaubt höchstens ${f('max')} Erwähnungen, nicht ${f('count')}`,
    next: (f) => `Use at most ${f('max')} mentions for ${f('platform')}.`,
  },
  too_many_links: {
    de: (f) => `${f('platform')} erlaubt höchstens ${f('max')} Links, nicht ${f('count')}`,
    next: (f) => `Use at most ${f('max')} links for ${f('platform')}.`,
  },
  idempotency_key_reused: {
    de: () => 'idempotency_key wurde schon mit anderen Argumenten benutzt',
    next: () => 'Use a new idempotency_key, or repeat the first call unchanged.',
  },
  post_not_found: {
    de: () => 'Post nicht gefunden',
    next: () => 'Use the id that create_post or publish_now returned.',
  },

  // Errors as a whole.
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
    de: () => 'Du gehörst schon zu diesem Workspace',
    next: () => 'Open the dashboard. The link stays valid for somebody else.',
  },
  last_owner: {
    de: () => 'Ein Workspace braucht mindestens einen Inhaber',
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
    de: (f) => `${f('platform')} hat die Verbindung abgelehnt`,
    next: () => 'Begin again and allow everything that is asked for.',
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

  // What happened to a delivery.
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
      'Look at the profile, then choose "it is there" or "post it again" in the dashboard or on the command line. Nothing is sent again by itself.',
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

  // What a delivery waits for.
  account_reconnect: {
    de: (f) =>
      `Wartet: Die Anmeldung bei ${f('platform')} ist abgelaufen oder wurde widerrufen, der Account muss neu verbunden werden`,
    next: (f) => `Reconnect the account in the dashboard before ${f('until')}; it then goes out by itself.`,
  },
  account_paused: {
    de: () => 'Wartet: Der Account ist pausiert',
    next: (f) => `Resume the account in the dashboard before ${f('until')}; it then goes out by itself.`,
  },
  publishing_paused: {
    de: () => 'Wartet: Das Veröffentlichen ist für den ganzen Workspace pausiert',
    next: (f) => `Resume publishing in the dashboard before ${f('until')}; it then goes out by itself.`,
  },
  quota_reached: {
    de: (f) =>
      f('gave_up') === 'true'
        ? `${f('platform')} erlaubt höchstens ${allowed(f)} in ${f('window')}; binnen 24 Stunden wird kein Platz frei`
        : `Wartet: ${f('platform')} erlaubt höchstens ${allowed(f)} in ${f('window')}`,
    next: (f) =>
      f('gave_up') === 'true'
        ? 'Create the post again with a later time.'
        : `Wait: it goes out by itself at ${f('until')}.`,
  },
  base_url_needed: {
    de: (f) =>
      `${f('platform')} holt die Datei selbst ab, erreicht diesen Server aber nicht unter ${f('address')}`,
    next: () =>
      'Set POSTBOTE_BASE_URL to the public https address of this server, or give a file at a public address that needs no fitting; then create the post again.',
  },
  setting_missing: {
    de: (f) => `Für ${f('platform')} fehlt ${f('setting')}`,
    next: (f) => `Choose ${f('setting')} for this post or account in the dashboard.`,
  },

  // Hints in results.
  hint_status: {
    de: () => 'Ergebnis je Plattform mit get_post_status abrufen.',
    next: () => 'Call get_post_status with this id.',
  },
  hint_setting_missing: {
    de: (f) => `Für ${f('platforms')} im Dashboard noch Board oder Standort wählen.`,
    next: (f) => `Choose the board or location for ${f('platforms')} in the dashboard.`,
  },
} as const satisfies Record<string, Entry>;

export type MessageCode = keyof typeof entries;
export const messageCodes = Object.keys(entries) as MessageCode[];

const reading = (facts: Facts) => (name: string) => {
  const value = facts[name];
  if (value === undefined || value === null) return '?';
  return Array.isArray(value) ? value.join(', ') : String(value);
};

type Language = 'de' | 'en';

/** What is the matter. The tools speak German. */
export function message(code: MessageCode, facts: Facts = {}, language: Language = 'de'): string {
  return (language === 'de' ? entries[code].de : translated[code].en)(reading(facts));
}

/** What to do about it. Agents are told in English. */
export function nextAction(code: MessageCode, facts: Facts = {}, language: Language = 'en'): string {
  return (language === 'en' ? entries[code].next : translated[code].dann)(reading(facts));
}

export function isMessageCode(code: string): code is MessageCode {
  return Object.hasOwn(entries, code);
}
