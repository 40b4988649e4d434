import type { App, Caller } from '../context.ts';
import type { Composition, PlanInput } from '../contract/api/posts.ts';
import type { PostType } from '../contract/platform-ids.ts';
import type { Violation } from '../errors.ts';
import { type AccountOfWorkspace, accountsOfWorkspace } from '../store/accounts.ts';
import { checkFiles } from './check-files.ts';
import { type CheckedMedia, checkMedia } from './check-media.ts';
import { checkPlatform } from './check-platform.ts';
import { checkText, saysNothing } from './check-text.ts';
import { checkMoment } from './check-time.ts';

export interface CheckedComposition extends CheckedMedia {
  targets: { account: AccountOfWorkspace; text: string; customCaption: boolean; settings: string }[];
  /** Everything that stands in the way of the plan. */
  violations: Violation[];
  /** What cannot even be stored. */
  unstorable: Violation[];
}

/** The editor's version of `check-post`: the same rules, but a draft may be as unfinished as it likes. */
export async function checkComposition(
  app: Pick<App, 'db' | 'clock' | 'mediaFetch' | 'platforms' | 'address'>,
  caller: Caller,
  composition: Composition,
  plan: PlanInput,
): Promise<CheckedComposition> {
  const { text, texts, accountIds, coverUrl } = composition;
  const [accounts, media] = await Promise.all([
    accountsOfWorkspace(app.db.query, caller.workspaceId, caller.mode),
    checkMedia(
      app,
      caller.workspaceId,
      composition.media.map((item) => item.url),
      coverUrl ?? undefined,
    ),
  ]);
  const given = { media_urls: composition.media.map(({ url }) => url), cover_url: coverUrl ?? undefined };
  const wanted = new Set(accountIds);
  const chosen = accounts.filter((account) => wanted.has(account.id));
  const targets = chosen.map((account) => {
    const own = texts[account.platform];
    return {
      account,
      text: own ?? text,
      customCaption: own !== undefined,
      settings: JSON.stringify(settingsFor(app, account, composition.settings[account.id])),
    };
  });

  const fields = [
    ['text', text] as const,
    ...Object.entries(texts).map(([id, own]) => [`texts.${id}`, own ?? ''] as const),
    ...composition.media.map(({ alt }, index) => [`media.${index}.alt`, alt] as const),
  ];
  const problems = fields.flatMap(([field, value]) => checkText(field, value));
  const violations: Violation[] = [...problems];
  if (chosen.length === 0) violations.push({ code: 'targets_missing' });
  const unsaid = targets.length > 0 ? targets.some((target) => saysNothing(target.text)) : saysNothing(text);
  if (unsaid && media.media.length === 0) violations.push({ code: 'content_missing' });
  if (plan.kind === 'at') violations.push(...checkMoment(plan.at, app.clock.now()));
  for (const { account, text: own, settings } of targets) {
    violations.push(...checkAccount(app, account, settings));
    const platform = app.platforms(account.platform);
    const draft = { type: media.type, text: own, mediaCount: media.media.length };
    if (platform) {
      violations.push(...checkPlatform(platform, draft, settings, { finished: true, mediaRead: true }));
      violations.push(...checkFiles(app, platform, caller.mode, given, media.files));
    }
  }
  violations.push(...media.violations);
  return {
    type: media.type as PostType,
    files: media.files,
    media: media.media.map((item, index) => ({ ...item, alt: composition.media[index]?.alt ?? '' })),
    targets,
    violations: distinct(violations),
    unstorable: problems.filter((problem) => problem.code === 'field_wrong'),
  };
}

/** What was chosen for this post over the account's defaults; the schema fills in the rest where it can. */
function settingsFor(
  app: Pick<App, 'platforms'>,
  account: AccountOfWorkspace,
  chosen: Record<string, unknown> = {},
): unknown {
  const given = { ...JSON.parse(account.settings), ...chosen };
  const parsed = app.platforms(account.platform)?.settings.safeParse(given);
  return parsed?.success ? parsed.data : given;
}

function checkAccount(
  app: Pick<App, 'platforms'>,
  account: AccountOfWorkspace,
  settings: string,
): Violation[] {
  const at = { platform: account.platform, account_id: account.id, account: account.name };
  if (account.state !== 'active') return [{ code: 'account_inactive', facts: at }];
  const parsed = app.platforms(account.platform)?.settings.safeParse(JSON.parse(settings));
  return (parsed?.error?.issues ?? []).map((issue) => ({
    code: 'setting_missing' as const,
    facts: { ...at, setting: issue.path.join('.') },
  }));
}

function distinct(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((one) => [JSON.stringify(one), one])).values()];
}
