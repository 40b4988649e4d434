import type { Fact, Translated } from './message-entry.ts';
import type { ofWaiting } from './messages-of-waiting.ts';

const allowed = (f: Fact) => (f('units') === '?' ? `${f('posts')} posts` : `calls worth ${f('units')} units`);

export const translatedWaiting: Record<keyof typeof ofWaiting, Translated> = {
  base_url_needed: {
    en: (f) => `${f('platform')} fetches the file by itself, but cannot reach this server at ${f('address')}`,
    dann: () =>
      'POSTBOTE_BASE_URL auf die öffentliche https-Adresse dieses Servers setzen, dann den Post neu anlegen.',
    remedy: () =>
      'Whoever runs the server sets POSTBOTE_BASE_URL to its public https address; then send it again.',
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
};
