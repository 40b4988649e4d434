import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AppView } from '../../../../src/contract/api/accounts.ts';
import { useChange } from '../../api/use-api.ts';
import { notify } from '../../parts/notify.ts';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { useWords } from '../../words/index.tsx';

/** The secret goes in and is never shown again, not even to whoever typed it. */
export function AppForm({ app, done }: { app: AppView; done: () => void }) {
  const words = useWords();
  const t = words.accounts.apps;
  const [clientId, setClientId] = useState(app.clientId ?? '');
  const [clientSecret, setClientSecret] = useState('');
  const enter = useChange('enterApp', ['listApps', 'listPlatforms']);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        enter.mutate(
          { platform: app.platform, clientId, clientSecret },
          {
            onSuccess: () => {
              notify(words.general.saved);
              done();
            },
          },
        );
      }}
    >
      <Stack gap="sm">
        {enter.error && <ErrorNote error={enter.error} />}
        <TextInput
          label={t.clientId}
          required
          withAsterisk={false}
          maxLength={500}
          autoComplete="off"
          value={clientId}
          onChange={(event) => setClientId(event.currentTarget.value)}
        />
        <PasswordInput
          label={t.clientSecret}
          description={app.clientId === null ? undefined : t.secretKept}
          required
          withAsterisk={false}
          maxLength={2000}
          autoComplete="new-password"
          value={clientSecret}
          onChange={(event) => setClientSecret(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={enter.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
