import type { Entry, Fact } from './message-entry.ts';

/** Posts, or (YouTube) the units that calls cost. */
const allowed = (f: Fact) =>
  f('units') === '?' ? `${f('posts')} Posts` : `Aufrufe für ${f('units')} Einheiten`;

/** What a delivery waits for, or lacks. */
export const ofWaiting = {
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
    de: () => 'Wartet: Das Veröffentlichen ist für den ganzen Arbeitsbereich pausiert',
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
} as const satisfies Record<string, Entry>;
