import { Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { AccountView } from '../../../src/contract/api/accounts.ts';
import { useWords } from '../words/index.tsx';
import { platformMarks } from './platform-mark.tsx';

/** More than this and one would rather search than look. */
const many = 12;

/** Narrows accounts down by name or platform: the field to type into (none for a few) and what is left. */
export function useAccountSearch(accounts: readonly AccountView[]): {
  field: ReactNode;
  shown: readonly AccountView[];
} {
  const t = useWords().general;
  const [search, setSearch] = useState('');
  const isMany = accounts.length > many;
  const wanted = isMany ? search.trim().toLowerCase() : '';
  const shown = accounts.filter(({ name, username, platform }) =>
    [name, username, platformMarks[platform].name].some((word) => word?.toLowerCase().includes(wanted)),
  );
  const field = isMany && (
    <div>
      <TextInput
        aria-label={t.searchAccounts}
        placeholder={t.searchAccounts}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
      />
      <Text size="sm" c="dimmed" role="status" mt={shown.length === 0 ? 'xs' : 0}>
        {shown.length === 0 && t.noAccountFits}
      </Text>
    </div>
  );
  return { field, shown };
}
