import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PlatformView } from '../../../../src/contract/api/accounts.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { notify } from '../../parts/notify.ts';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { Section } from '../../parts/section.tsx';
import { useWords } from '../../words/index.tsx';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly secret: boolean;
}

export function ByPassword({ platform, fields }: { platform: PlatformView; fields: readonly Field[] }) {
  const t = useWords().accounts;
  const labels: Readonly<Record<string, string>> = t.fields;
  const { scope, canEdit } = usePlace();
  const navigate = useNavigate();
  const [values, setValues] = useState<Record<string, string>>({});
  const connect = useChange('connectWithPassword', ['listAccounts', 'readHome']);
  return (
    <Section title={t.byPassword}>
      {connect.error && <ErrorNote error={connect.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          connect.mutate(
            { ...scope, platform: platform.id, fields: values },
            {
              onSuccess: ({ names }) => {
                notify(t.connected(names.join(', ')));
                void navigate({ to: '/accounts' });
              },
            },
          );
        }}
      >
        <Stack gap="sm">
          {fields.map((field) => {
            const Input = field.secret ? PasswordInput : TextInput;
            return (
              <Input
                key={field.name}
                label={labels[field.name] ?? field.label}
                required
                withAsterisk={false}
                autoComplete="off"
                autoCapitalize="none"
                maxLength={500}
                value={values[field.name] ?? ''}
                onChange={(event) => setValues({ ...values, [field.name]: event.currentTarget.value })}
              />
            );
          })}
          <Group>
            <Button type="submit" disabled={!canEdit} loading={connect.isPending}>
              {t.connectNow}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
