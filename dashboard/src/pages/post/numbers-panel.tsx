import { SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { PlatformView } from '../../../../src/contract/api/accounts.ts';
import type { Numbers } from '../../../../src/contract/api/posts.ts';
import { useTime } from '../../parts/use-time.ts';
import { useLanguage, useWords } from '../../words/index.tsx';

// Charts are heavy and most looks at a post need none.
const NumbersChart = lazy(() => import('./numbers-chart.tsx'));

const metrics = ['reach', 'likes', 'comments', 'shares'] as const;

/** One number at a time: likes and reach on the same axis would flatten each other. */
export function NumbersPanel({
  series,
  platform,
  account,
}: {
  series: readonly (Numbers & { at: number })[];
  platform: PlatformView | undefined;
  account: string;
}) {
  const words = useWords();
  const t = words.post;
  const { language } = useLanguage();
  const time = useTime();
  const [wanted, setWanted] = useState<string | null>(null);
  if (!platform) return null;
  const offered = metrics.filter((metric) => platform.metrics[metric] !== undefined);
  const missing = metrics.filter((metric) => platform.metrics[metric] === undefined);
  const metric = offered.find((one) => one === wanted) ?? offered[0];
  const last = series.at(-1);
  if (!metric) return <Quiet>{t.noMetrics(platform.name)}</Quiet>;
  return (
    <Stack gap="xs">
      {last ? (
        <>
          <SegmentedControl
            fullWidth
            size="sm"
            styles={{ label: { paddingInline: 4 } }}
            aria-label={`${t.metric}: ${account}`}
            value={metric}
            onChange={setWanted}
            data={offered.map((one) => ({
              value: one,
              label: (
                // One above the other: four side by side have no room on a phone.
                <>
                  <Text fw={700} size="sm" lh={1.3}>
                    {last[one].toLocaleString(language)}
                  </Text>
                  <Text size="xs" lh={1.3}>
                    {words.general.metrics[one]}
                  </Text>
                </>
              ),
            }))}
          />
          {series.length > 1 && (
            <Suspense fallback={<Skeleton h={160} />}>
              <NumbersChart
                points={series.map((point) => ({ at: point.at, value: point[metric] }))}
                name={words.general.metrics[metric]}
                label={t.numbersOf(words.general.metrics[metric], account)}
              />
            </Suspense>
          )}
          <Quiet>{t.readAt(time.short(last.at))}</Quiet>
        </>
      ) : (
        <Quiet>{t.noNumbers}</Quiet>
      )}
      {missing.length > 0 && (
        <Quiet>
          {t.notOffered(platform.name, missing.map((one) => words.general.metrics[one]).join(', '))}
        </Quiet>
      )}
    </Stack>
  );
}

function Quiet({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );
}
