import { Button, Group, MultiSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { postStates } from '../../../../src/contract/post-states.ts';
import { FilterFold } from '../../parts/filter-fold.tsx';
import { TargetFilter } from '../../parts/target-filter.tsx';
import type { UrlFilter } from '../../parts/use-url-filter.ts';
import { useWords } from '../../words/index.tsx';

export const isFiltered = (filter: UrlFilter): boolean =>
  filter.search !== '' || [filter.states, filter.platforms, filter.accounts].some((list) => list.length > 0);

export function FilterBar({
  filter,
  onChange,
}: {
  filter: UrlFilter;
  onChange: (change: Partial<Record<keyof UrlFilter, string | string[]>>) => void;
}) {
  const words = useWords();
  const t = words.posts.filter;
  const [typed, setTyped] = useState(filter.search);
  const search = useDebouncedCallback((text: string) => onChange({ search: text.trim() }), 300);
  // Back and forward change the address without any typing.
  useEffect(() => setTyped((now) => (now.trim() === filter.search ? now : filter.search)), [filter.search]);
  return (
    <Group gap="xs" role="search" align="flex-start">
      <TextInput
        aria-label={t.search}
        placeholder={t.search}
        type="search"
        maxLength={200}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
        flex={2}
        miw={200}
      />
      <FilterFold active={filter.states.length + filter.platforms.length + filter.accounts.length}>
        <MultiSelect
          aria-label={t.states}
          placeholder={filter.states.length === 0 ? t.states : undefined}
          data={postStates.map((state) => ({ value: state, label: words.general.postStates[state] }))}
          value={[...filter.states]}
          onChange={(states) => onChange({ states })}
          clearable
          clearButtonProps={{ 'aria-label': t.clear(t.states) }}
          flex={1}
          miw={140}
        />
        <TargetFilter platforms={filter.platforms} accounts={filter.accounts} onChange={onChange} />
      </FilterFold>
      {isFiltered(filter) && (
        <Button
          variant="subtle"
          onClick={() => onChange({ search: '', states: [], platforms: [], accounts: [] })}
        >
          {t.clearAll}
        </Button>
      )}
    </Group>
  );
}
