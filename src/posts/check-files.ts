import type { App } from '../context.ts';
import type { Mode } from '../contract/platform-ids.ts';
import type { CreatePostInput } from '../contract/tools.ts';
import type { Facts, Violation } from '../errors.ts';
import { judgeImage } from '../media/judge-image.ts';
import { isReachable } from '../media/public-address.ts';
import type { MediaLimits } from '../platforms/limits.ts';
import { lengthProblem } from '../platforms/media-limits.ts';
import type { Platform } from '../platforms/platform.ts';
import type { ReadyFile } from '../store/files.ts';

/** Our own files are known to the last byte, so that what a platform would refuse is said before anything is stored. */
export function checkFiles(
  app: Pick<App, 'address'>,
  platform: Platform,
  mode: Mode,
  input: Partial<Pick<CreatePostInput, 'media_urls' | 'cover_url'>>,
  files: ReadonlyMap<string, ReadyFile>,
): Violation[] {
  const urls = input.media_urls ?? [];
  const found = urls.map((url, index) => ({ url, field: `media_urls[${index}]`, cover: false }));
  const { cover_url: cover } = input;
  if (cover && platform.capabilities.cover) found.push({ url: cover, field: 'cover_url', cover: true });
  const violations: Violation[] = [];
  let unreachable = false;
  for (const { url, field, cover } of found) {
    const file = files.get(url);
    const limits = file && platform.limits[file.kind];
    if (!file || !limits) continue;
    const problem = problemOf(file, platform, limits, { cover, alone: urls.length === 1 });
    if (problem) {
      violations.push({ code: 'media_unfit', facts: { platform: platform.id, field, ...problem } });
    }
    unreachable ||= mode === 'live' && limits.byAddress === true;
  }
  const address = app.address(mode);
  if (unreachable && !isReachable(address)) {
    violations.push({ code: 'base_url_needed', facts: { platform: platform.id, address } });
  }
  return violations;
}

function problemOf(
  file: ReadyFile,
  { limits }: Platform,
  { types, maxBytes, seconds }: MediaLimits,
  use: { cover: boolean; alone: boolean },
): Facts | null {
  const { type, bytes, width, height, frames } = file;
  if (file.kind === 'image' && limits.image) {
    const verdict = judgeImage({ type, size: bytes, width, height, frames }, limits.image, use);
    return verdict.is === 'never' ? verdict.facts : null;
  }
  if (!types.includes(type)) return { reason: 'unsupported_type', type, types };
  if (bytes > maxBytes) return { reason: 'too_large', bytes, max: maxBytes };
  return seconds ? lengthProblem(file.duration_ms, seconds) : null;
}
