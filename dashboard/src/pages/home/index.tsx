import { Grid, Stack } from '@mantine/core';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { Loaded, Page } from '../../parts/page.tsx';
import { useWords } from '../../words/index.tsx';
import { Chores } from './chores.tsx';
import { Counts } from './counts.tsx';
import { FirstSteps } from './first-steps.tsx';
import { PostColumn } from './post-column.tsx';
import { PulseCard } from './pulse-card.tsx';
import { Warnings } from './warnings.tsx';

const refreshMs = 30_000;

export default function HomePage() {
  const t = useWords().home;
  const { scope } = usePlace();
  // The publisher's heartbeat tells no event: it is looked at again now and then.
  const home = useRead('readHome', scope, { refetchInterval: refreshMs });
  return (
    <Page title={t.title}>
      <Loaded query={home} height={480}>
        {(data) => (
          <Stack gap="lg">
            <Warnings pulse={data.pulse} />
            <FirstSteps counts={data.counts} />
            <Counts counts={data.counts} />
            <Grid>
              <Grid.Col span={{ base: 12, md: 8 }}>
                <Stack gap="lg">
                  <Chores chores={data.chores} />
                  <PostColumn
                    title={t.next}
                    posts={data.next}
                    empty={t.nothingPlanned}
                    emptyText={t.nothingPlannedText}
                  />
                  <PostColumn title={t.recent} posts={data.recent} empty={t.nothingOut} />
                </Stack>
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 4 }}>
                <PulseCard pulse={data.pulse} />
              </Grid.Col>
            </Grid>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
