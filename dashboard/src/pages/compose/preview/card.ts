import type { AccountView } from '../../../../../src/contract/api/accounts.ts';
import type { MediaItem } from '../../../../../src/contract/api/posts.ts';
import type { Look } from './looks.ts';

/** What every platform's card is made from. */
export interface CardProps {
  readonly account: AccountView;
  readonly look: Look;
  readonly text: string;
  readonly media: readonly MediaItem[];
  readonly coverUrl: string | null;
  /** The account's defaults with this post's choices over them. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export const settingText = (settings: CardProps['settings'], name: string): string => {
  const value = settings[name];
  return typeof value === 'string' ? value : '';
};

export const handleOf = ({ username, name }: AccountView): string =>
  (username ?? name.toLowerCase().replaceAll(/\s+/g, '')).replace(/^@/, '');

/** The bare host of an address, as link cards show it. */
export const hostOf = (url: string): string => URL.parse(url)?.hostname.replace(/^www\./, '') ?? url;
