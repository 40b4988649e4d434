import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { PlatformView } from '../../../../src/contract/api/accounts.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { Section } from '../../parts/section.tsx';
import { useWords } from '../../words/index.tsx';

/** Sends the browser to the platform's login page. `asksServer`: people may live on servers of their own there. */
export function ByBrowser({
  platform,
  asksServer,
  appEntered,
}: {
  platform: PlatformView;
  asksServer: boolean;
  appEntered: boolean;
}) {
  const t = useWords().accounts;
  const { me, scope, canEdit } = usePlace();
  const [typed, setTyped] = useState('');
  const begin = useChange('beginConnect');
  if (!appEntered) {
    return (
      <Alert color="orange" title={t.appMissing}>
        <Stack gap="xs" align="flex-start">
          {me.operator ? t.appMissingOperator : t.appMissingOthers}
          {me.operator && (
            <ButtonLink to="/apps" size="compact-md">
              {t.enterApp}
            </ButtonLink>
          )}
        </Stack>
      </Alert>
    );
  }
  return (
    <Section title={t.byOAuth} text={t.signInThere(platform.name)}>
      {begin.error && <ErrorNote error={begin.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          begin.mutate(
            { ...scope, platform: platform.id, ...(asksServer && { typed: typed.trim() }) },
            { onSuccess: ({ url }) => location.assign(url) },
          );
        }}
      >
        <Group align="flex-end">
          {asksServer && (
            <TextInput
              label={t.server}
              description={t.serverHint}
              maxLength={300}
              autoCapitalize="none"
              autoCorrect="off"
              flex="1 1 240px"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Button
            type="submit"
            disabled={!canEdit}
            loading={begin.isPending || begin.isSuccess}
            rightSection={<IconExternalLink size={18} aria-hidden />}
          >
            {t.goTo(platform.name)}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
