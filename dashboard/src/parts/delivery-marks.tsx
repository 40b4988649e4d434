import type { PostRow } from '../../../src/contract/api/posts.ts';
import type { PlatformId } from '../../../src/contract/platform-ids.ts';
import type { DeliveryState } from '../../../src/contract/tools.ts';
import { useWords } from '../words/index.tsx';
import { platformsAmong } from './by-platform.ts';
import classes from './marks.module.css';
import { PlatformMark, platformMarks } from './platform-mark.tsx';
import { stateColor } from './state-badge.tsx';
import { StateIcon } from './state-icon.tsx';

/** What needs a person comes before what is under way, and that before what is done. */
const gravity: readonly DeliveryState[] = [
  'failed',
  'unconfirmed',
  'publishing',
  'pending',
  'published',
  'canceled',
];

/** Each platform once, with the gravest state among its accounts; all of them are read aloud. */
export function DeliveryMarks({ deliveries, most = 6 }: Pick<PostRow, 'deliveries'> & { most?: number }) {
  const t = useWords().general.deliveryStates;
  const ofPlatform = Map.groupBy(deliveries, (delivery) => delivery.platform);
  const platforms = platformsAmong(deliveries);
  return (
    <span className={classes.marks}>
      {platforms.slice(0, most).map((platform) => {
        const own = ofPlatform.get(platform) ?? [];
        const states = gravity.filter((state) => own.some((one) => one.state === state));
        const told = states.map((state) => {
          const count = own.filter((one) => one.state === state).length;
          return own.length > 1 ? `${count} × ${t[state]}` : t[state];
        });
        return (
          <Mark
            key={platform}
            platform={platform}
            state={states[0] ?? 'pending'}
            label={`${platformMarks[platform].name}: ${told.join(', ')}`}
          />
        );
      })}
      {platforms.length > most && <span className={classes.more}>+{platforms.length - most}</span>}
    </span>
  );
}

function Mark({ platform, state, label }: { platform: PlatformId; state: DeliveryState; label: string }) {
  return (
    <span role="img" aria-label={label} title={label} className={classes.mark}>
      <PlatformMark platform={platform} size={22} silent />
      <span
        className={classes.sign}
        style={{ color: `var(--mantine-color-${stateColor(state)}-light-color)` }}
      >
        <StateIcon state={state} size={10} />
      </span>
    </span>
  );
}
