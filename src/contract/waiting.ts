/** A delivery that is later than this is no longer published. */
export const patienceMs = 24 * 60 * 60 * 1000;

/** What only a person ends. */
export const personWaits = ['account_reconnect', 'account_paused', 'publishing_paused'] as const;
export type PersonWait = (typeof personWaits)[number];

export const isPersonWait = (code: string | null | undefined): code is PersonWait =>
  (personWaits as readonly (string | null | undefined)[]).includes(code);
