import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type PlatformId, platformIds } from '../../../src/contract/platform-ids.ts';
import { type PostState, postStates } from '../../../src/contract/post-states.ts';

export interface UrlFilter {
  readonly states: readonly PostState[];
  readonly platforms: readonly PlatformId[];
  readonly accounts: readonly string[];
  readonly search: string;
}

const list = (value: unknown): string[] => (value ? String(value).split(',') : []);
const among = <T extends string>(value: unknown, known: readonly T[]): T[] =>
  list(value).filter((one): one is T => (known as readonly string[]).includes(one));

/** What the fields of an address ask for. */
export const readFilter = (given: Readonly<Record<string, unknown>>): UrlFilter => ({
  states: among(given.states, postStates),
  platforms: among(given.platforms, platformIds),
  accounts: list(given.accounts),
  search: given.search === undefined ? '' : String(given.search).slice(0, 200),
});

/** The filter as the address has it, so that it can be shared and survives a reload; `set` changes the address. */
export function useUrlFilter() {
  const given = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const { states, platforms, accounts, search } = given;
  const filter = useMemo(
    () => readFilter({ states, platforms, accounts, search }),
    [states, platforms, accounts, search],
  );
  const set = useCallback(
    (change: Record<string, string | readonly string[]>, replace = true) => {
      const texts = Object.entries(change).map(([name, value]) => [name, String(value) || undefined]);
      const search = (before: object) => ({ ...before, ...Object.fromEntries(texts) });
      void navigate({ to: '.', search, replace, resetScroll: false });
    },
    [navigate],
  );
  return { given, filter, set };
}

/** As the API takes it: what is empty is left out. */
export function filterInput(filter: Partial<UrlFilter>) {
  const { states = [], platforms = [], accounts = [], search = '' } = filter;
  return {
    ...(states.length > 0 && { states: [...states] }),
    ...(platforms.length > 0 && { platforms: [...platforms] }),
    ...(accounts.length > 0 && { accounts: [...accounts] }),
    ...(search !== '' && { search }),
  };
}
