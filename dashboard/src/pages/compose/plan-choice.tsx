import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { PlanInput } from '../../../../src/contract/api/posts.ts';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { useTime } from '../../parts/use-time.ts';
import { momentOf, type WallTime, wallTimeAt } from '../../parts/zone-time.ts';
import { useWords } from '../../words/index.tsx';
import { useUtcBeside } from './use-utc-beside.ts';

const WhenField = lazy(() => import('./when-field.tsx'));

export interface Plan {
  readonly kind: 'now' | 'at' | 'queue';
  /** As the clocks of the workspace show it; empty: not chosen yet. */
  readonly wall: WallTime;
  /** The stored moment behind `wall`, which has no seconds: as long as nobody changes the time, it stays what it is. */
  readonly exact?: number;
}

/** Null: "at" without a time. */
export function planInput(plan: Plan, timeZone: string): PlanInput | null {
  if (plan.kind !== 'at') return { kind: plan.kind };
  if (plan.exact !== undefined && wallTimeAt(plan.exact, timeZone) === plan.wall) {
    return { kind: 'at', at: plan.exact };
  }
  const moment = momentOf(plan.wall, timeZone);
  return moment ? { kind: 'at', at: moment.at } : null;
}

/** Now, at a time, or in the next free slot; what each means is said before it is chosen. */
export function PlanChoice({
  plan,
  onChange,
  disabled,
}: {
  plan: Plan;
  onChange(plan: Plan): void;
  disabled: boolean;
}) {
  const t = useWords().compose;
  const { scope, workspace } = usePlace();
  const slot = useRead('nextSlot', scope);
  const choose = (kind: Plan['kind']) => {
    if (kind !== 'at' || plan.wall !== '') return onChange({ ...plan, kind });
    // A good guess is easier to change than an empty field.
    const guess = slot.data?.at ?? Date.now() + 60 * 60_000;
    onChange({ kind, wall: wallTimeAt(guess, workspace.timeZone) });
  };
  return (
    <>
      <SegmentedControl
        value={plan.kind}
        onChange={(kind) => choose(kind as Plan['kind'])}
        disabled={disabled}
        aria-label={t.plan}
        data={[
          { value: 'queue', label: t.planQueue },
          { value: 'at', label: t.planAt },
          { value: 'now', label: t.planNow },
        ]}
      />
      {plan.kind === 'at' && (
        <Suspense fallback={<Skeleton h={36} w={250} />}>
          <WhenField wall={plan.wall} onChange={(wall) => onChange({ ...plan, wall })} disabled={disabled} />
        </Suspense>
      )}
      {plan.kind === 'queue' && <Slot at={slot.data?.at ?? null} />}
      {plan.kind === 'now' && (
        <Text size="sm" c="dimmed">
          {t.nowHint}
        </Text>
      )}
    </>
  );
}

function Slot({ at }: { at: number | null }) {
  const t = useWords().compose;
  const time = useTime();
  const utc = useUtcBeside();
  return (
    <Text size="sm" c="dimmed" role="status">
      {at === null ? t.slotLoading : `${t.slot(time.short(at))} (${utc(at)})`}
    </Text>
  );
}
