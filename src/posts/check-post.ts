import type { App, Caller } from '../context.ts';
import { dashboardOnly, type PlatformId } from '../contract/platform-ids.ts';
import { readArguments } from '../contract/read-arguments.ts';
import { type CreatePostInput, createPostInput, publishNowInput } from '../contract/tools.ts';
import { PostboteError, type Violation } from '../errors.ts';
import type { Account } from '../store/accounts.ts';
import { checkFiles } from './check-files.ts';
import { type CheckedMedia, checkMedia } from './check-media.ts';
import { checkPlatform } from './check-platform.ts';
import { checkTargets, type Targets } from './check-targets.ts';
import { checkText, saysNothing } from './check-text.ts';
import { checkTime } from './check-time.ts';

export type Plan = { kind: 'draft' } | { kind: 'queue' } | { kind: 'now' } | { kind: 'at'; at: number };

export interface CheckedPost extends CheckedMedia {
  content: string;
  coverUrl: string | null;
  plan: Plan;
  targets: { account: Account; text: string; customCaption: boolean; settings: string }[];
  skipped: Targets['skipped'];
}

/** Finds everything that is wrong at once; what comes back is fit to be stored. */
export async function checkPost(
  app: Pick<App, 'db' | 'clock' | 'mediaFetch' | 'platforms' | 'address'>,
  caller: Caller,
  tool: 'create_post' | 'publish_now',
  args: unknown,
): Promise<CheckedPost> {
  const schema = tool === 'create_post' ? createPostInput : publishNowInput;
  const { fields, problems } = readArguments(schema, args);
  const input: Partial<CreatePostInput> = fields;
  const bad = new Set(problems.map((problem) => problem.facts.field?.split(/[.[]/)[0]));
  const violations: Violation[] = [...problems];

  const [targets, media] = await Promise.all([
    bad.has('platforms') || bad.has('account_ids') ? null : checkTargets(app, caller, input),
    checkMedia(app, caller.workspaceId, input.media_urls ?? [], input.cover_url),
  ]);
  violations.push(...(targets?.violations ?? []));

  const content = input.content ?? '';
  violations.push(
    ...checkText('content', content),
    ...checkText('idempotency_key', input.idempotency_key ?? ''),
  );
  const hasMedia = bad.has('media_urls') || media.media.length > 0;
  if (saysNothing(content) && !bad.has('content') && !hasMedia) violations.push({ code: 'content_missing' });
  const named = bad.has('platforms') ? null : (targets?.platforms ?? null);
  const overrides = checkOverrides(input, named, hasMedia, violations);
  const plan = readPlan(tool, input, app.clock.now(), violations);
  // A time that cannot be read was still meant as one.
  const finished = plan.kind !== 'draft' || input.scheduled_at !== undefined || bad.has('scheduled_at');

  const checked = (targets?.accounts ?? []).map((account) => {
    const own = overrides.get(account.platform);
    const settings = app.platforms(account.platform)?.settings.safeParse(JSON.parse(account.settings));
    return {
      account,
      text: own ?? content,
      customCaption: own !== undefined,
      settings: JSON.stringify(settings?.data ?? JSON.parse(account.settings)),
    };
  });
  if (plan.kind === 'now') violations.push(...checkPublishNow(targets?.platforms ?? new Set()));
  for (const target of new Map(checked.map((one) => [one.account.platform, one])).values()) {
    const platform = app.platforms(target.account.platform);
    if (!platform) continue;
    // Refused as a whole: what else is wrong there would only lead astray.
    if (plan.kind === 'now' && dashboardOnly.includes(platform.id)) continue;
    const draft = { type: media.type, text: target.text, mediaCount: media.media.length };
    violations.push(
      ...checkPlatform(platform, draft, target.settings, { finished, mediaRead: !bad.has('media_urls') }),
      ...(finished ? checkFiles(app, platform, caller.mode, input, media.files) : []),
    );
  }
  violations.push(...media.violations);

  if (violations.length > 0) {
    throw new PostboteError(problems.length > 0 ? 'invalid_request' : 'post_invalid', { violations });
  }
  return {
    content,
    type: media.type,
    media: media.media,
    files: media.files,
    coverUrl: input.cover_url ?? null,
    plan,
    targets: checked,
    skipped: targets?.skipped ?? {},
  };
}

function checkOverrides(
  input: Partial<CreatePostInput>,
  targeted: ReadonlySet<PlatformId> | null,
  hasMedia: boolean,
  violations: Violation[],
): Map<PlatformId, string> {
  const overrides = new Map<PlatformId, string>();
  for (const [index, { platform, content }] of (input.per_platform ?? []).entries()) {
    const field = `per_platform[${index}].content`;
    violations.push(...checkText(field, content));
    if (saysNothing(content) && !hasMedia) violations.push({ code: 'content_missing', facts: { field } });
    if (overrides.has(platform)) violations.push({ code: 'per_platform_twice', facts: { platform } });
    else if (targeted && targeted.size > 0 && !targeted.has(platform)) {
      violations.push({ code: 'per_platform_not_targeted', facts: { platform } });
    }
    overrides.set(platform, content);
  }
  return overrides;
}

function readPlan(
  tool: 'create_post' | 'publish_now',
  input: Partial<CreatePostInput>,
  now: number,
  violations: Violation[],
): Plan {
  if (tool === 'publish_now') return { kind: 'now' };
  const time = input.scheduled_at === undefined ? null : checkTime(input.scheduled_at, now);
  if (input.use_queue) {
    // The queue wins, so a past time does no harm; one that cannot be read is still a mistake.
    violations.push(...(time?.violations.filter((one) => one.code !== 'scheduled_at_past') ?? []));
    return { kind: 'queue' };
  }
  violations.push(...(time?.violations ?? []));
  return time === null || time.at === null ? { kind: 'draft' } : { kind: 'at', at: time.at };
}

function checkPublishNow(targeted: ReadonlySet<PlatformId>): Violation[] {
  const refused = dashboardOnly.filter((id) => targeted.has(id));
  return refused.length > 0 ? [{ code: 'dashboard_only', facts: { platforms: refused } }] : [];
}
