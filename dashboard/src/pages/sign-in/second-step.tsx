import { Button, Checkbox, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { authCall } from '../../api/auth.ts';
import { AuthError } from '../../parts/auth-error.tsx';
import { useWords } from '../../words/index.tsx';

export function SecondStep({ done }: { done: () => void }) {
  const t = useWords().auth;
  const [backup, setBackup] = useState(false);
  const [code, setCode] = useState('');
  const [trustDevice, setTrustDevice] = useState(false);
  const check = useMutation({
    mutationFn: () =>
      authCall(backup ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp', {
        code: code.trim(),
        trustDevice,
      }),
    onSuccess: done,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <AuthError error={check.error} />
        <TextInput
          label={backup ? t.backupCode : t.code}
          name="code"
          inputMode={backup ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Checkbox
          label={t.trustDevice}
          checked={trustDevice}
          onChange={(event) => setTrustDevice(event.currentTarget.checked)}
        />
        <Button type="submit" loading={check.isPending} fullWidth>
          {t.confirm}
        </Button>
        <UnstyledButton onClick={() => setBackup(!backup)}>
          <Text size="sm" c="dimmed" td="underline">
            {backup ? t.useCode : t.useBackup}
          </Text>
        </UnstyledButton>
      </Stack>
    </form>
  );
}
