import type { AccountView, PlatformView } from '../../../../src/contract/api/accounts.ts';
import type { Composition } from '../../../../src/contract/api/posts.ts';
import type { PlatformId, PostType } from '../../../../src/contract/platform-ids.ts';
import { chosenOnly } from '../../parts/settings-form/read-schema.ts';

export const emptyComposition: Composition = {
  text: '',
  texts: {},
  accountIds: [],
  media: [],
  coverUrl: null,
  settings: {},
};

export const sameComposition = (one: Composition, other: Composition): boolean =>
  stable(one) === stable(other);

/** Written the same way whatever the order of its keys. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${stable(one)}`).join()}}`;
}

/** Accounts alone are no post yet: nobody wants a list full of empty drafts. */
export const isWorthSaving = ({ text, texts, media }: Composition): boolean =>
  text.trim() !== '' || media.length > 0 || Object.values(texts).some((own) => own?.trim());

export function postTypeOf({ media }: Composition): PostType {
  if (media.length === 0) return 'text';
  if (media.length > 1) return 'carousel';
  return media[0]?.kind === 'video' ? 'video' : 'image';
}

export const textFor = (composition: Composition, platform: PlatformId): string =>
  composition.texts[platform] ?? composition.text;

export interface Sheets {
  readonly accounts: readonly AccountView[];
  readonly platforms: readonly PlatformView[];
}

/** The chosen accounts' platforms, each once, in the picker's order. */
export function platformsOf(composition: Composition, { accounts, platforms }: Sheets): PlatformView[] {
  const chosen = new Set(composition.accountIds);
  const ids = new Set(accounts.filter((one) => chosen.has(one.id)).map((one) => one.platform));
  return platforms.filter((one) => ids.has(one.id));
}

/**
 * The server answers with every setting filled in. What only repeats the account's defaults is left out again, so that
 * the form tells a choice from a default; settings and texts of what is not targeted are dropped.
 */
export function tidy(composition: Composition, { accounts, platforms }: Sheets): Composition {
  const settings: Composition['settings'] = {};
  for (const [accountId, chosen] of Object.entries(composition.settings)) {
    const account = accounts.find((one) => one.id === accountId);
    const platform = platforms.find((one) => one.id === account?.platform);
    if (!account || !composition.accountIds.includes(accountId)) continue;
    const own = platform ? chosenOnly(platform.settings, chosen, account.settings) : chosen;
    if (Object.keys(own).length > 0) settings[accountId] = own;
  }
  const targeted = new Set(platformsOf(composition, { accounts, platforms }).map((one) => one.id));
  const texts = Object.fromEntries(
    Object.entries(composition.texts).filter(([platform]) => targeted.has(platform as PlatformId)),
  );
  // The order in which accounts were ticked means nothing.
  const order = new Map(accounts.map((account, index) => [account.id, index]));
  const accountIds = composition.accountIds
    .filter((id) => order.has(id))
    .sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
  return { ...composition, accountIds, settings, texts };
}
