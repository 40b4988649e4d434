import { Code, Text } from '@mantine/core';
import type { Problem } from '../../../src/contract/api/endpoint.ts';
import type { PlatformId } from '../../../src/contract/platform-ids.ts';
import { useWords } from '../words/index.tsx';
import classes from './own-words.module.css';
import { platformMarks } from './platform-mark.tsx';

/** What the platform itself said; and what happened on the way to it, which it knows nothing of. */
export function OwnWords({
  raw,
  problem,
  platform,
}: {
  raw: string | null;
  problem: Problem | null;
  platform: PlatformId;
}) {
  const t = useWords().general;
  const transport = problem?.facts?.transport;
  const told = [
    [t.platformSays(platformMarks[platform].name), raw] as const,
    [t.onTheWay, typeof transport === 'string' ? transport : null] as const,
  ].filter((one): one is readonly [string, string] => Boolean(one[1]));
  return told.map(([who, words]) => (
    <div key={who}>
      <Text size="xs" c="dimmed" mt={6}>
        {who}
      </Text>
      <Code block className={classes.raw} tabIndex={0}>
        {words}
      </Code>
    </div>
  ));
}
