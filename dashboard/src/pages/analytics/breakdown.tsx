import { Card, Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { PlatformId } from '../../../../src/contract/platform-ids.ts';
import { PlatformMark, platformMarks } from '../../parts/platform-mark.tsx';
import { useLanguage, useWords } from '../../words/index.tsx';
import { type Analytics, type Measure, measures, type Offered, offers, useMeasureName } from './numbers.ts';
import { Trend } from './trend.tsx';

type Counted = Record<Measure, number>;
interface Line extends Counted {
  key: string;
  name: string;
  platform: PlatformId;
  before: Counted;
}

export function Breakdown({ data, days, offered }: { data: Analytics; days: number; offered: Offered }) {
  const t = useWords().analytics;
  const [by, setBy] = useState<'platform' | 'account'>('platform');
  const lines: Line[] =
    by === 'platform'
      ? data.platforms.map((one) => ({ ...one, key: one.platform, name: platformMarks[one.platform].name }))
      : data.accounts.map((one) => ({ ...one, key: one.accountId }));
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <div>
            <Title order={2} size="h4">
              {t.breakdown}
            </Title>
            <Text size="sm" c="dimmed">
              {t.breakdownText}
            </Text>
          </div>
          <SegmentedControl
            aria-label={t.by}
            value={by}
            onChange={setBy}
            data={[
              { value: 'platform', label: t.byPlatform },
              { value: 'account', label: t.byAccount },
            ]}
          />
        </Group>
        <Stack gap={0} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {lines.map((line) => (
            <NumbersLine key={line.key} line={line} days={days} offered={offered} />
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}

function NumbersLine({ line, days, offered }: { line: Line; days: number; offered: Offered }) {
  const t = useWords().analytics;
  const { language } = useLanguage();
  const nameOf = useMeasureName();
  const own = offered.get(line.platform);
  return (
    <Group
      component="li"
      gap="md"
      py="sm"
      align="flex-start"
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group gap="sm" wrap="nowrap" flex="1 1 180px" miw={0}>
        <PlatformMark
          platform={line.platform}
          size={28}
          silent={line.name === platformMarks[line.platform].name}
        />
        <Text fw={600}>{line.name}</Text>
      </Group>
      <SimpleGrid component="dl" m={0} cols={{ base: 3, sm: 5 }} spacing="sm" flex="4 1 300px">
        {measures.map((measure) => (
          <div key={measure}>
            <Text component="dt" size="xs" c="dimmed">
              {nameOf(measure, measure === 'posts' ? undefined : own?.[measure])}
            </Text>
            {offered.size > 0 && !offers(offered, line.platform, measure) ? (
              <Text component="dd" m={0} size="sm" c="dimmed">
                {t.notOffered}
              </Text>
            ) : (
              <dd style={{ margin: 0 }}>
                <Text component="span" fw={600}>
                  {line[measure].toLocaleString(language)}
                </Text>
                <Trend now={line[measure]} before={line.before[measure]} days={days} />
              </dd>
            )}
          </div>
        ))}
      </SimpleGrid>
    </Group>
  );
}
