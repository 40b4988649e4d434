import type { AccountView, PlatformView } from '../../../../src/contract/api/accounts.ts';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { useLanguage } from '../../words/index.tsx';
import type { SettingValues } from './index.tsx';

/** What the account can choose from, in the reader's language and within what is chosen already. */
export function useChoices(account: AccountView, platform: PlatformView, value: SettingValues) {
  const { scope } = usePlace();
  const { language } = useLanguage();
  const name = platform.choicesWithin;
  const within = name === null ? undefined : (value[name] ?? account.settings[name]);
  return useRead(
    'readChoices',
    { ...scope, accountId: account.id, language, ...(typeof within === 'string' && { within }) },
    {
      enabled: platform.choices && account.state === 'active',
      staleTime: 5 * 60_000,
      // The boards stay while the sections of another one are asked for.
      placeholderData: (before) => before,
    },
  );
}
