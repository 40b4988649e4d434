import type { PlatformView } from '../../../../src/contract/api/accounts.ts';
import { countText } from '../../../../src/contract/count-text.ts';
import type { PostType } from '../../../../src/contract/platform-ids.ts';
import type { TextUnit } from '../../../../src/contract/text-limits.ts';

type Limits = PlatformView['limits']['text'];

/** Of several limits (Bluesky counts graphemes and bytes) the one that is used up most. */
export function tightest(
  text: string,
  limits: Limits,
  type: PostType,
): { length: number; max: number; unit: TextUnit } | null {
  const counts = limits
    .filter((limit) => !limit.for || limit.for.includes(type))
    .map(({ max, unit }) => ({ length: countText(text, unit as TextUnit), max, unit: unit as TextUnit }));
  return counts.reduce<(typeof counts)[number] | null>(
    (worst, one) => (worst && worst.length / worst.max >= one.length / one.max ? worst : one),
    null,
  );
}
