import { expectedInGerman } from './expected-words.ts';
import { mediaAdvice, mediaReason } from './media-reasons.ts';
import type { Entry } from './message-entry.ts';

/** Rules of a post: found before anything is stored. */
export const ofRules = {
  unknown_field: {
    de: (f) => `Unbekanntes Feld ${f('field')}`,
    next: (f) => `Remove the field ${f('field')}; allowed are: ${f('allowed')}.`,
  },
  field_missing: {
    de: (f) => `Feld ${f('field')} fehlt`,
    next: (f) => `Give ${f('field')}.`,
  },
  field_wrong: {
    de: (f) => `Feld ${f('field')} ist ungültig, erwartet: ${expectedInGerman(f('expected'))}`,
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
} as const satisfies Record<string, Entry>;
