import { useEffect, useRef, useState } from 'react';
import { usePlace } from '../../api/place.ts';
import { wallTimeAt } from '../../parts/zone-time.ts';
import type { Snapshot } from './editing.ts';
import type { Plan } from './plan-choice.tsx';

/** When it is to go out: what the post says, what the calendar asked for (`?at=`), else the next slot. */
export function usePlan(snapshot: Snapshot, asked: unknown): [Plan, (plan: Plan) => void] {
  const { timeZone } = usePlace().workspace;
  const { scheduledAt } = snapshot;
  const [plan, setPlan] = useState<Plan>(() => {
    const at = scheduledAt ?? (typeof asked === 'number' ? asked : null);
    return at === null
      ? { kind: 'queue', wall: '' }
      : { kind: 'at', wall: wallTimeAt(at, timeZone), exact: at };
  });
  // Somebody moved it in the calendar.
  const known = useRef(scheduledAt);
  useEffect(() => {
    if (scheduledAt === known.current) return;
    known.current = scheduledAt;
    if (scheduledAt === null) return;
    setPlan({ kind: 'at', wall: wallTimeAt(scheduledAt, timeZone), exact: scheduledAt });
  }, [scheduledAt, timeZone]);
  return [plan, setPlan];
}
