import { BarChart } from '@mantine/charts';
import { Button, Card, Group, Select, Stack, Table, Text, Title } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { platformIds } from '../../../../src/contract/platform-ids.ts';
import { platformMarks } from '../../parts/platform-mark.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useLanguage, useWords } from '../../words/index.tsx';
import {
  type Analytics,
  daysUpTo,
  type Measure,
  measures,
  type Offered,
  offers,
  useMeasureName,
} from './numbers.ts';

/** One number, one bar a day: what to look at is chosen above, and the same is to be had as a table. */
export function PerDay({ data, days, offered }: { data: Analytics; days: number; offered: Offered }) {
  const t = useWords().analytics;
  const { language } = useLanguage();
  const { timeZone } = useTime();
  const nameOf = useMeasureName();
  const [measure, setMeasure] = useState<Measure>('likes');
  const [chosen, setChosen] = useState<string>('all');
  const [asTable, setAsTable] = useState(false);
  const here = platformIds.filter((id) =>
    [...data.platforms, ...data.days].some((one) => one.platform === id),
  );
  const platform = here.find((id) => id === chosen);
  const looked = platform ? [platform] : here;
  const silent = offered.size > 0 ? looked.filter((id) => !offers(offered, id, measure)) : [];
  const name = nameOf(
    measure,
    platform && measure !== 'posts' ? offered.get(platform)?.[measure] : undefined,
  );
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const rows = daysUpTo(Date.now(), days, timeZone).map((day) => ({
    day,
    label: format.format(Date.parse(day)),
    value: data.days
      .filter((one) => one.day === day && looked.includes(one.platform))
      .reduce((sum, one) => sum + one[measure], 0),
  }));
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {t.perDay}
          </Title>
          <Text size="sm" c="dimmed">
            {t.perDayText}
          </Text>
        </div>
        <Group gap="sm" align="flex-end">
          <Select
            label={t.metric}
            w={180}
            allowDeselect={false}
            data={measures.map((one) => ({ value: one, label: nameOf(one) }))}
            value={measure}
            onChange={(value) => setMeasure(measures.find((one) => one === value) ?? 'likes')}
          />
          <Select
            label={t.byPlatform}
            w={200}
            allowDeselect={false}
            data={[
              { value: 'all', label: t.allPlatforms },
              ...here.map((id) => ({ value: id, label: platformMarks[id].name })),
            ]}
            value={platform ?? 'all'}
            onChange={(value) => setChosen(value ?? 'all')}
          />
          <Button
            variant="default"
            leftSection={
              asTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />
            }
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? t.asChart : t.asTable}
          </Button>
        </Group>
        {silent.length > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t.notOfferedBy(silent.map((id) => platformMarks[id].name).join(', '))}
          </Text>
        )}
        {asTable ? (
          <DayTable rows={rows} name={name} />
        ) : (
          <div
            role="img"
            aria-label={t.chartOf(name, rows[0]?.label ?? '', rows.at(-1)?.label ?? '')}
            data-chart={measure}
          >
            <BarChart
              h={260}
              data={rows}
              dataKey="label"
              series={[{ name: 'value', label: name, color: 'var(--mantine-primary-color-filled)' }]}
              valueFormatter={(value) => value.toLocaleString(language)}
              tickLine="none"
              gridAxis="x"
              maxBarWidth={36}
              xAxisProps={{ minTickGap: 24 }}
              yAxisProps={{ allowDecimals: false, width: 52 }}
              barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
              barChartProps={{ accessibilityLayer: false, margin: { left: 0, right: 8 } }}
            />
          </div>
        )}
      </Stack>
    </Card>
  );
}

function DayTable({ rows, name }: { rows: { day: string; label: string; value: number }[]; name: string }) {
  const t = useWords().analytics;
  const { language } = useLanguage();
  return (
    <Table.ScrollContainer minWidth={0} mah={320} type="native">
      <Table stickyHeader striped>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.day}</Table.Th>
            <Table.Th ta="right">{name}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.toReversed().map(({ day, label, value }) => (
            <Table.Tr key={day}>
              <Table.Td>
                <time dateTime={day}>{label}</time>
              </Table.Td>
              <Table.Td ta="right">{value.toLocaleString(language)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
