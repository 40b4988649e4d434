import { useTime } from '../../parts/use-time.ts';
import { wallTimeAt } from '../../parts/zone-time.ts';
import { useWords } from '../../words/index.tsx';

/** UTC beside the workspace's time: the clock alone, with the date only where it is another day. */
export function useUtcBeside(): (at: number) => string {
  const t = useWords().compose;
  const { timeZone, utc } = useTime();
  return (at) => {
    const there = wallTimeAt(at, 'UTC');
    const sameDay = there.slice(0, 10) === wallTimeAt(at, timeZone).slice(0, 10);
    return t.utc(sameDay ? there.slice(11) : utc(at));
  };
}
