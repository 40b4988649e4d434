import { Badge, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../api/place.ts';
import { AuthError } from '../../parts/auth-error.tsx';
import { Section } from '../../parts/section.tsx';
import { useWords } from '../../words/index.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { ConfirmTotp } from './confirm-totp.tsx';
import { useAuthChange } from './use-auth-change.ts';

interface Enabled {
  readonly totpURI: string;
  readonly backupCodes: string[];
}

/** Turning it on: password, then the first code as proof, then the backup codes, once. */
export function TwoFactor() {
  const t = useWords().settingsPage;
  const { me } = usePlace();
  const [password, setPassword] = useState('');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const enable = useAuthChange<Enabled>('/two-factor/enable');
  const disable = useAuthChange('/two-factor/disable', ['me']);
  const renew = useAuthChange<{ backupCodes: string[] }>('/two-factor/generate-backup-codes');
  const on = me.user.twoFactor;
  // Shown once the first code has proved that the app works.
  const enabled = ({ backupCodes }: Enabled) => {
    setPassword('');
    setCodes(backupCodes);
  };
  const waiting = enable.data && !on ? enable.data : null;
  return (
    <Section title={t.twoFactor} text={t.twoFactorText}>
      <Group>
        <Badge color={on ? 'green' : 'gray'} variant="light" tt="none">
          {on ? t.twoFactorOn : t.twoFactorOff}
        </Badge>
      </Group>
      <AuthError error={enable.error ?? disable.error ?? renew.error} />
      {on && codes && <BackupCodes codes={codes} />}
      {waiting && <ConfirmTotp uri={waiting.totpURI} />}
      {!waiting && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setCodes(null);
            if (on) disable.mutate({ password }, { onSuccess: () => setPassword('') });
            else enable.mutate({ password }, { onSuccess: enabled });
          }}
        >
          <Stack gap="sm">
            <PasswordInput
              label={t.currentPassword}
              required
              withAsterisk={false}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Group>
              <Button
                type="submit"
                variant="default"
                color={on ? 'red' : undefined}
                loading={enable.isPending || disable.isPending}
              >
                {on ? t.turnOff : t.turnOn}
              </Button>
              {on && (
                <Button
                  variant="default"
                  disabled={password === ''}
                  loading={renew.isPending}
                  onClick={() =>
                    renew.mutate({ password }, { onSuccess: ({ backupCodes }) => setCodes(backupCodes) })
                  }
                >
                  {t.newBackupCodes}
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      )}
    </Section>
  );
}
