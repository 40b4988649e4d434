import { Stack } from '@mantine/core';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { Loaded, Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { useWords } from '../../words/index.tsx';
import { AppCard } from './app-card.tsx';

export default function AppsPage() {
  const t = useWords().accounts.apps;
  const { me } = usePlace();
  const apps = useRead('listApps', {}, { enabled: me.operator });
  return (
    <Page title={t.title} intro={t.intro}>
      {me.operator ? (
        <Loaded query={apps} height={400}>
          {({ apps: list }) => (
            <Stack gap="sm">
              {list.map((one) => (
                <AppCard key={one.platform} app={one} />
              ))}
            </Stack>
          )}
        </Loaded>
      ) : (
        <Section title={t.title} text={t.operatorOnly} />
      )}
    </Page>
  );
}
