import { mediaReasonEn } from './media-reasons.ts';
import type { Translated } from './message-entry.ts';
import type { ofRules } from './messages-of-rules.ts';

export const translatedRules: Record<keyof typeof ofRules, Translated> = {
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
};
