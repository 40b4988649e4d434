import type { Entry } from './message-entry.ts';
import { ofDeliveries } from './messages-of-deliveries.ts';
import { ofRequests } from './messages-of-requests.ts';
import { ofRules } from './messages-of-rules.ts';
import { ofWaiting } from './messages-of-waiting.ts';
import { translated } from './messages-translated.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Hints in results. */
const hints = {
  hint_status: {
    de: () => 'Ergebnis je Plattform mit get_post_status abrufen.',
    next: () => 'Call get_post_status with this id.',
  },
  hint_setting_missing: {
    de: (f) => `Für ${f('platforms')} im Dashboard noch Board oder Standort wählen.`,
    next: (f) => `Choose the board or location for ${f('platforms')} in the dashboard.`,
  },
} as const satisfies Record<string, Entry>;

/**
 * The one catalogue of what we say to people (German) and to agents (the next action, English).
 * Facts are names and numbers only; a missing fact shows as "?", never as a crash.
 */
const entries = { ...ofRules, ...ofRequests, ...ofDeliveries, ...ofWaiting, ...hints };

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

/** What to do about it. Agents are told in English, of their calls; people in their language, of what they see. */
export function nextAction(
  code: MessageCode,
  facts: Facts = {},
  reader: 'agent' | Language = 'agent',
): string {
  const { dann, remedy = entries[code].next } = translated[code];
  return { agent: entries[code].next, de: dann, en: remedy }[reader](reading(facts));
}

export function isMessageCode(code: string): code is MessageCode {
  return Object.hasOwn(entries, code);
}
