import { Group, Text } from '@mantine/core';
import type { PlatformView } from '../../../../src/contract/api/accounts.ts';
import type { Composition } from '../../../../src/contract/api/posts.ts';
import { PlatformMark } from '../../parts/platform-mark.tsx';
import { useWords } from '../../words/index.tsx';
import classes from './compose.module.css';
import { postTypeOf, textFor } from './composition.ts';
import { tightest } from './text-count.ts';

/** How much of each platform's limit the text takes, counted as the server counts. */
export function Counters({
  composition,
  platforms,
}: {
  composition: Composition;
  platforms: readonly PlatformView[];
}) {
  const t = useWords().compose;
  const type = postTypeOf(composition);
  return (
    <Group gap={6} component="ul" className={classes.counters}>
      {platforms.map(({ id, name, limits }) => {
        const count = tightest(textFor(composition, id), limits.text, type);
        if (!count) return null;
        const { length, max } = count;
        const over = length > max;
        return (
          <li
            key={id}
            className={classes.counter}
            data-near={length > max * 0.9 || undefined}
            data-over={over || undefined}
            title={t.counted(name, length, max)}
          >
            <PlatformMark platform={id} size={18} silent />
            <span className={classes.visuallyHidden}>{name}</span>
            <Text span size="xs" fw={over ? 700 : 400} className={classes.digits}>
              {t.count(length, max)}
              {over && ` · ${t.tooMany(length - max)}`}
            </Text>
          </li>
        );
      })}
    </Group>
  );
}
