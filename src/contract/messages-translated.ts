import type { Translated } from './message-entry.ts';
import type { MessageCode } from './messages.ts';
import { translatedDeliveries } from './translated-deliveries.ts';
import { translatedRequests } from './translated-requests.ts';
import { translatedRules } from './translated-rules.ts';
import { translatedWaiting } from './translated-waiting.ts';

/**
 * The other half of the catalogue, for people at the dashboard: `messages.ts` has what the tools say (the message in
 * German, the next action in English), this has what they do not.
 */
export const translated: Record<MessageCode, Translated> = {
  ...translatedRules,
  ...translatedRequests,
  ...translatedDeliveries,
  ...translatedWaiting,
  hint_status: {
    en: () => 'Read the result for each platform with get_post_status.',
    dann: () => 'get_post_status mit dieser Id aufrufen.',
  },
  hint_setting_missing: {
    en: (f) => `Choose a board or location for ${f('platforms')} in the dashboard.`,
    dann: (f) => `Board oder Standort für ${f('platforms')} wählen.`,
  },
};
