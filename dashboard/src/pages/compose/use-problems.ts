import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Problem } from '../../../../src/contract/api/endpoint.ts';
import type { Composition, PlanInput } from '../../../../src/contract/api/posts.ts';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { platformsOf, postTypeOf, type Sheets, textFor } from './composition.ts';
import { tightest } from './text-count.ts';
import { useComposeProblem } from './use-compose-problem.ts';

export interface Told {
  readonly key: string;
  readonly problem: Problem;
  readonly says: string;
  readonly next: string;
  readonly accountName: string | null;
}

/** By account and path: what is wrong with a setting, in words. */
export type SettingErrors = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Everything that stands in the way: lengths at once, the rest as soon as the server has looked. */
export function useProblems(composition: Composition, plan: PlanInput | null, sheets: Sheets) {
  const { scope } = usePlace();
  const words = useComposeProblem();
  const [settled] = useDebouncedValue(composition, 450);
  const check = useRead(
    'checkPost',
    { ...scope, composition: settled, plan: plan ?? { kind: 'draft' } },
    { placeholderData: keepPreviousData, gcTime: 0, staleTime: 10_000, retry: 1 },
  );
  const lengths = useMemo(() => tooLong(composition, sheets), [composition, sheets]);
  const problems = useMemo(() => {
    const server = (check.data?.problems ?? []).filter((one) => one.code !== 'text_too_long');
    const timeless: Problem[] = plan ? [] : [{ code: 'scheduled_at_wrong' }];
    return [...lengths, ...timeless, ...server];
  }, [check.data, lengths, plan]);

  const told: Told[] = problems.map((problem) => {
    const account = sheets.accounts.find((one) => one.id === problem.accountId);
    return { key: JSON.stringify(problem), problem, ...words(problem), accountName: account?.name ?? null };
  });
  const settings: Record<string, Record<string, string>> = {};
  for (const { problem, says } of told) {
    const path = problem.facts?.setting;
    if (!problem.accountId || typeof path !== 'string') continue;
    settings[problem.accountId] = { ...settings[problem.accountId], [path]: says };
  }
  return {
    told,
    settings: settings as SettingErrors,
    checking: settled !== composition || check.isFetching,
    failed: check.isError,
  };
}

function tooLong(composition: Composition, sheets: Sheets): Problem[] {
  const type = postTypeOf(composition);
  return platformsOf(composition, sheets).flatMap(({ id, limits }) => {
    const count = tightest(textFor(composition, id), limits.text, type);
    return count && count.length > count.max
      ? [{ code: 'text_too_long', facts: { ...count }, platform: id }]
      : [];
  });
}
