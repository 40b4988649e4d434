import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { AuthError } from '../../parts/auth-error.tsx';
import { NewPassword } from '../../parts/new-password.tsx';
import { notify } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { useWords } from '../../words/index.tsx';
import { useAuthChange } from './use-auth-change.ts';

export function PasswordForm() {
  const words = useWords();
  const t = words.settingsPage;
  const [current, setCurrent] = useState('');
  const [fresh, setFresh] = useState('');
  const change = useAuthChange('/change-password', ['sessions']);
  return (
    <Section title={t.changePassword}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(
            { currentPassword: current, newPassword: fresh, revokeOtherSessions: true },
            {
              onSuccess: () => {
                setCurrent('');
                setFresh('');
                notify(t.passwordChanged);
              },
            },
          );
        }}
      >
        <Stack gap="sm">
          <AuthError error={change.error} />
          <PasswordInput
            label={t.currentPassword}
            required
            withAsterisk={false}
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <NewPassword label={words.auth.newPassword} value={fresh} onChange={setFresh} />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              {t.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
