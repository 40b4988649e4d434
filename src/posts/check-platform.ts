import { textOverflow } from '../contract/count-text.ts';
import type { PostType } from '../contract/platform-ids.ts';
import type { Violation } from '../errors.ts';
import type { Platform } from '../platforms/platform.ts';

/** Text limits hold for drafts too; what else a platform cannot do may still be finished later. */
export function checkPlatform(
  platform: Platform,
  draft: { type: PostType; text: string; mediaCount: number },
  settings: string,
  { finished, mediaRead }: { finished: boolean; mediaRead: boolean },
): Violation[] {
  const violations: Violation[] = [];
  const { limits, capabilities } = platform;
  const overflow = textOverflow(draft.text, limits.text, draft.type);
  if (overflow) violations.push({ code: 'text_too_long', facts: { platform: platform.id, ...overflow } });
  if (!finished) return violations;
  if (mediaRead && !capabilities.postTypes.includes(draft.type)) {
    const facts = { platform: platform.id, post_type: draft.type, supported: capabilities.postTypes };
    violations.push({ code: 'post_type_unsupported', facts });
  } else if (draft.type === 'carousel' && limits.carousel) {
    const { min, max } = limits.carousel;
    if (draft.mediaCount < min || draft.mediaCount > max) {
      violations.push({
        code: 'carousel_size',
        facts: { platform: platform.id, min, max, count: draft.mediaCount },
      });
    }
  }
  const issues = platform.check?.({ ...draft, settings: JSON.parse(settings) }) ?? [];
  violations.push(
    ...issues.map(({ code, facts }) => ({ code, facts: { platform: platform.id, ...facts } }) as Violation),
  );
  return violations;
}
