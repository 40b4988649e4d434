import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { encode } from 'uqr';
import { AuthError } from '../../parts/auth-error.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { useWords } from '../../words/index.tsx';
import { useAuthChange } from './use-auth-change.ts';

export function ConfirmTotp({ uri }: { uri: string }) {
  const t = useWords().settingsPage;
  const [code, setCode] = useState('');
  const verify = useAuthChange('/two-factor/verify-totp', ['me', 'sessions']);
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        verify.mutate({ code: code.trim() });
      }}
    >
      <Stack gap="sm">
        <Text>{t.scan}</Text>
        <QrCode text={uri} label={t.qrLabel} />
        <CopyField value={secret} label={t.secretKey} />
        <AuthError error={verify.error} />
        <Group align="flex-end">
          <TextInput
            label={t.firstCode}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" loading={verify.isPending}>
            {t.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Drawn here: a secret goes to no other site. Black on white in every colour scheme, since cameras want it so. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={200} height={200} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
