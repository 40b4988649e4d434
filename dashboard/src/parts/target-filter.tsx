import { MultiSelect } from '@mantine/core';
import type { PlatformId } from '../../../src/contract/platform-ids.ts';
import { usePlace } from '../api/place.ts';
import { useRead } from '../api/use-api.ts';
import { useWords } from '../words/index.tsx';
import { platformMarks } from './platform-mark.tsx';

/** Choose platforms and accounts; offered is what is connected. */
export function TargetFilter({
  platforms,
  accounts,
  onChange,
}: {
  platforms: readonly PlatformId[];
  accounts: readonly string[];
  onChange: (change: { platforms?: string[]; accounts?: string[] }) => void;
}) {
  const t = useWords().posts.filter;
  const { scope } = usePlace();
  const known = useRead('listAccounts', scope).data?.accounts ?? [];
  const connected = [...new Set([...known.map((account) => account.platform), ...platforms])];
  const ofPlatform = Map.groupBy(known, (account) => account.platform);
  const look = { clearable: true, miw: 140, flex: 1, maxDropdownHeight: 320 } as const;
  return (
    <>
      <MultiSelect
        {...look}
        aria-label={t.platforms}
        placeholder={platforms.length === 0 ? t.platforms : undefined}
        data={connected.map((id) => ({ value: id, label: platformMarks[id].name }))}
        value={[...platforms]}
        onChange={(value) => onChange({ platforms: value })}
        clearButtonProps={{ 'aria-label': t.clear(t.platforms) }}
      />
      <MultiSelect
        {...look}
        searchable
        aria-label={t.accounts}
        placeholder={accounts.length === 0 ? t.accounts : undefined}
        nothingFoundMessage={t.noAccount}
        data={[...ofPlatform].map(([id, own]) => ({
          group: platformMarks[id].name,
          items: own.map((account) => ({
            value: account.id,
            label: account.username ? `${account.name} (@${account.username})` : account.name,
          })),
        }))}
        value={accounts.filter((id) => known.some((account) => account.id === id))}
        onChange={(value) => onChange({ accounts: value })}
        clearButtonProps={{ 'aria-label': t.clear(t.accounts) }}
      />
    </>
  );
}
