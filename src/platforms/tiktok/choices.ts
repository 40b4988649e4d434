import type { Asked, Choice, Reading } from '../platform.ts';
import { queryCreator } from './api.ts';

const labels: Readonly<Record<string, { de: string; en: string }>> = {
  PUBLIC_TO_EVERYONE: { de: 'Alle', en: 'Everyone' },
  FOLLOWER_OF_CREATOR: { de: 'Follower', en: 'Followers' },
  MUTUAL_FOLLOW_FRIENDS: { de: 'Freunde', en: 'Friends' },
  SELF_ONLY: { de: 'Nur ich', en: 'Only me' },
};

/** TikTok demands that its own list is shown, with nothing chosen beforehand. */
export async function choices(
  at: Reading,
  { language = 'de' }: Asked = {},
): Promise<Readonly<Record<string, readonly Choice[]>>> {
  const { privacy_level_options: options } = await queryCreator(at);
  return { privacy_level: options.map((value) => ({ value, label: labels[value]?.[language] ?? value })) };
}
