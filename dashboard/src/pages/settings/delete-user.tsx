import { PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { AuthError } from '../../parts/auth-error.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Section } from '../../parts/section.tsx';
import { useWords } from '../../words/index.tsx';
import { useAuthChange } from './use-auth-change.ts';

export function DeleteUser() {
  const t = useWords().settingsPage;
  const [password, setPassword] = useState('');
  const remove = useAuthChange('/delete-user');
  return (
    <Section title={t.deleteUserTitle} text={t.deleteUserText} danger>
      <div>
        <ConfirmButton
          variant="outline"
          title={t.deleteUserTitle}
          action={t.deleteUserButton}
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ password }, { onSuccess: () => location.assign('/sign-in') })}
          text={
            <Stack>
              <Text>{t.deleteUserText}</Text>
              <AuthError error={remove.error} />
              <PasswordInput
                label={t.currentPassword}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            </Stack>
          }
        >
          {t.deleteUserButton}
        </ConfirmButton>
      </div>
    </Section>
  );
}
