import { Alert, List, Stack } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { PlatformView } from '../../../../src/contract/api/accounts.ts';
import { platformIds } from '../../../../src/contract/platform-ids.ts';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Loaded, Page } from '../../parts/page.tsx';
import { platformMarks } from '../../parts/platform-mark.tsx';
import { Section } from '../../parts/section.tsx';
import { NotFound } from '../../shell/lost.tsx';
import { useWords } from '../../words/index.tsx';
import { ByBrowser } from './by-browser.tsx';
import { ByPassword } from './by-password.tsx';

const route = getRouteApi('/inside/accounts/connect/$platform');

export default function ConnectPage() {
  const t = useWords().accounts;
  const { scope } = usePlace();
  const { platform: named } = route.useParams();
  const platforms = useRead('listPlatforms', scope);
  const id = platformIds.find((one) => one === named);
  if (!id) return <NotFound />;
  return (
    <Page title={t.connectTo(platformMarks[id].name)}>
      <Loaded query={platforms}>
        {({ platforms: list }) => {
          const platform = list.find((one) => one.id === id);
          return platform ? <Guide platform={platform} /> : <NotFound />;
        }}
      </Loaded>
    </Page>
  );
}

/** What is needed at the platform, then the way in. */
function Guide({ platform }: { platform: PlatformView }) {
  const t = useWords().accounts;
  const { mode } = usePlace();
  const { connect } = platform;
  return (
    <Stack gap="lg">
      {mode === 'test' ? (
        <Alert color="yellow" icon={<IconFlask aria-hidden />}>
          {t.sandboxThere}
        </Alert>
      ) : (
        <Section title={t.needs}>
          <List type="ordered" spacing="xs">
            {t.guides[platform.id].map((step) => (
              <List.Item key={step}>{step}</List.Item>
            ))}
          </List>
        </Section>
      )}
      {mode === 'live' && connect.by === 'oauth2' && (
        <Section title={t.redirect} text={t.redirectText}>
          <CopyField value={connect.redirectUri} label={t.redirect} />
        </Section>
      )}
      {connect.by === 'oauth2' ? (
        <ByBrowser platform={platform} asksServer={false} appEntered={connect.appEntered} />
      ) : (
        <>
          {connect.oauthLabel !== null && <ByBrowser platform={platform} asksServer appEntered />}
          <ByPassword platform={platform} fields={connect.fields} />
        </>
      )}
    </Stack>
  );
}
