import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../api/place.ts';
import { AuthError } from '../../parts/auth-error.tsx';
import { notify } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { useWords } from '../../words/index.tsx';
import { useAuthChange } from './use-auth-change.ts';

export function Profile() {
  const words = useWords();
  const t = words.settingsPage;
  const { user } = usePlace().me;
  const [name, setName] = useState(user.name);
  const [email, setEmail] = useState(user.email);
  const [password, setPassword] = useState('');
  const rename = useAuthChange('/update-user', ['me', 'listMembers']);
  const changeEmail = useAuthChange('/account/change-email', ['me', 'listMembers']);
  const done = () => notify(t.saved);
  return (
    <Section title={t.profile}>
      <AuthError error={rename.error ?? changeEmail.error} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ name }, { onSuccess: done });
        }}
      >
        <Group align="flex-end">
          <TextInput
            label={t.name}
            flex={1}
            required
            withAsterisk={false}
            maxLength={100}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={rename.isPending}>
            {words.general.save}
          </Button>
        </Group>
      </form>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          changeEmail.mutate(
            { email, password },
            {
              onSuccess: () => {
                setPassword('');
                done();
              },
            },
          );
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t.email}
            type="email"
            required
            withAsterisk={false}
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {email !== user.email && (
            <Group align="flex-end">
              <PasswordInput
                label={t.currentPassword}
                flex={1}
                required
                withAsterisk={false}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" loading={changeEmail.isPending}>
                {t.changeEmail}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  );
}
