import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addPasskey, authCall, passkeysWork } from '../../api/auth.ts';
import { AuthError } from '../../parts/auth-error.tsx';
import { Loaded } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import { useAuthChange } from './use-auth-change.ts';

interface Passkey {
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: string;
}

export function Passkeys() {
  const words = useWords();
  const t = words.settingsPage;
  const time = useTime();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const keys = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => authCall<Passkey[]>('/passkey/list-user-passkeys'),
  });
  const add = useMutation({
    mutationFn: () => addPasskey(name.trim() || t.passkeyDefault),
    onSuccess: () => {
      setName('');
      return client.invalidateQueries({ queryKey: ['passkeys'] });
    },
  });
  const remove = useAuthChange('/passkey/delete-passkey', ['passkeys']);
  return (
    <Section title={t.passkeys} text={t.passkeysText}>
      <AuthError error={add.error ?? remove.error} />
      <Loaded query={keys} height={40}>
        {(list) => (
          <Stack gap="xs">
            {list.length === 0 && <Text c="dimmed">{t.noPasskeys}</Text>}
            {list.map((key) => (
              <Group key={key.id} justify="space-between">
                <Group gap="xs">
                  <IconFingerprint size={20} aria-hidden />
                  <Text>{key.name ?? t.passkeyDefault}</Text>
                  <Text size="sm" c="dimmed">
                    {time.short(Date.parse(key.createdAt))}
                  </Text>
                </Group>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={t.removePasskey(key.name ?? t.passkeyDefault)}
                  onClick={() => remove.mutate({ id: key.id })}
                >
                  {words.general.remove}
                </Button>
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
      {passkeysWork() && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate();
          }}
        >
          <Group align="flex-end">
            <TextInput
              label={t.passkeyName}
              placeholder={t.passkeyDefault}
              maxLength={100}
              flex="1 1 200px"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={add.isPending}>
              {t.addPasskey}
            </Button>
          </Group>
        </form>
      )}
    </Section>
  );
}
