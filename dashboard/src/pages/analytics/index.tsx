import '@mantine/charts/styles.css';
import { Button, SegmentedControl, Stack } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { csvPath } from '../../../../src/contract/api/addresses.ts';
import { address } from '../../api/call.ts';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { EmptyState, Loaded, Page } from '../../parts/page.tsx';
import { useWords } from '../../words/index.tsx';
import { BestPosts } from './best-posts.tsx';
import { Breakdown } from './breakdown.tsx';
import type { Offered } from './numbers.ts';
import { PerDay } from './per-day.tsx';
import { Totals } from './totals.tsx';
import { WhatIsCounted } from './what-is-counted.tsx';

const windows = [7, 30, 90];

export default function AnalyticsPage() {
  const t = useWords().analytics;
  const { scope, canEdit } = usePlace();
  const [days, setDays] = useState(30);
  const numbers = useRead('readAnalytics', { ...scope, days }, { placeholderData: keepPreviousData });
  const platforms = useRead('listPlatforms', scope);
  const offered: Offered = useMemo(
    () => new Map(platforms.data?.platforms.map((one) => [one.id, one.metrics])),
    [platforms.data],
  );
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <>
          <SegmentedControl
            aria-label={t.window}
            value={String(days)}
            onChange={(value) => setDays(Number(value))}
            data={windows.map((count) => ({ value: String(count), label: t.days(count) }))}
          />
          <Button
            component="a"
            href={`${address({ path: csvPath }, scope).url}?days=${days}`}
            download
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t.csv}
          </Button>
        </>
      }
    >
      <Loaded query={numbers} height={640}>
        {(data) =>
          data.platforms.length === 0 && data.days.length === 0 ? (
            <EmptyState
              icon={<IconChartBar size={44} stroke={1.4} />}
              title={t.none}
              text={t.noneText}
              action={canEdit && <ButtonLink to="/compose">{t.write}</ButtonLink>}
            />
          ) : (
            <Stack gap="lg" aria-busy={numbers.isPlaceholderData}>
              <Totals platforms={data.platforms} days={days} />
              <PerDay data={data} days={days} offered={offered} />
              <Breakdown data={data} days={days} offered={offered} />
              {data.best.length > 0 && <BestPosts posts={data.best} offered={offered} />}
              <WhatIsCounted platforms={data.platforms.map((one) => one.platform)} offered={offered} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}
