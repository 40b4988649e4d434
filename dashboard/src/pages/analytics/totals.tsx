import { Card, SimpleGrid, Text, VisuallyHidden } from '@mantine/core';
import { useLanguage, useWords } from '../../words/index.tsx';
import { type Analytics, measures, useMeasureName } from './numbers.ts';
import { Trend } from './trend.tsx';

export function Totals({ platforms, days }: { platforms: Analytics['platforms']; days: number }) {
  const t = useWords().analytics;
  const nameOf = useMeasureName();
  const { language } = useLanguage();
  return (
    <section>
      <VisuallyHidden>
        <h2>{t.totals}</h2>
      </VisuallyHidden>
      <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }}>
        {measures.map((measure) => {
          const now = platforms.reduce((sum, one) => sum + one[measure], 0);
          const before = platforms.reduce((sum, one) => sum + one.before[measure], 0);
          return (
            <Card key={measure} withBorder padding="md">
              <Text size="sm" c="dimmed">
                {nameOf(measure)}
              </Text>
              <Text fz={28} fw={700} lh={1.2}>
                {now.toLocaleString(language)}
              </Text>
              <Trend now={now} before={before} days={days} />
            </Card>
          );
        })}
      </SimpleGrid>
    </section>
  );
}
