import type { Publishing } from './publishing.ts';

/**
 * Of posts that look like the one we seek, those that no other delivery of ours is known by: who posts the same words twice
 * must not take the first for the second.
 */
export async function notTaken<T extends { readonly id: string }>(
  at: Pick<Publishing<unknown>, 'takenIds'>,
  alike: readonly T[],
): Promise<T[]> {
  if (alike.length === 0) return [];
  const taken = await at.takenIds(alike.map(({ id }) => id));
  return alike.filter(({ id }) => !taken.has(id));
}
