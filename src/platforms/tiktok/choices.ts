import type { Choice, Reading } from '../platform.ts';
import { queryCreator } from './api.ts';

const labels: Readonly<Record<string, string>> = {
  PUBLIC_TO_EVERYONE: 'Alle',
  FOLLOWER_OF_CREATOR: 'Follower',
  MUTUAL_FOLLOW_FRIENDS: 'Freunde',
  SELF_ONLY: 'Nur ich',
};

/** TikTok demands that its own list is shown, with nothing chosen beforehand. */
export async function choices(at: Reading): Promise<Readonly<Record<string, readonly Choice[]>>> {
  const { privacy_level_options: options } = await queryCreator(at);
  return { privacy_level: options.map((value) => ({ value, label: labels[value] ?? value })) };
}
