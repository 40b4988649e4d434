import {
  Button,
  Collapse,
  Divider,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { passkeysWork, signInWithPasskey, signInWithPassword } from '../../api/auth.ts';
import { AuthError } from '../../parts/auth-error.tsx';
import { useWords } from '../../words/index.tsx';

export function PasswordStep({ done, needSecond }: { done: () => void; needSecond: () => void }) {
  const t = useWords().auth;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [helpOpen, help] = useDisclosure();
  const byPassword = useMutation({
    mutationFn: () => signInWithPassword(email, password),
    onSuccess: (result) => (result.twoFactorRedirect ? needSecond() : done()),
  });
  const stopWaiting = useQuietPasskey(done);
  const byPasskey = useMutation({
    mutationFn: () => {
      // A browser takes one request for a passkey at a time.
      stopWaiting();
      return signInWithPasskey(false);
    },
    onSuccess: done,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    byPassword.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <AuthError error={byPassword.error ?? byPasskey.error} />
        <TextInput
          label={t.email}
          type="email"
          name="email"
          autoComplete="username webauthn"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={byPassword.isPending} fullWidth mt="xs">
          {t.signIn}
        </Button>
        {passkeysWork() && (
          <>
            <Divider label={t.or} />
            <Button
              variant="default"
              leftSection={<IconFingerprint size={20} aria-hidden />}
              loading={byPasskey.isPending}
              onClick={() => byPasskey.mutate()}
            >
              {t.withPasskey}
            </Button>
          </>
        )}
        <UnstyledButton onClick={help.toggle} aria-expanded={helpOpen}>
          <Text size="sm" c="dimmed" td="underline">
            {t.forgot}
          </Text>
        </UnstyledButton>
        <Collapse expanded={helpOpen}>
          <Text size="sm" c="dimmed">
            {t.forgotHelp}
          </Text>
        </Collapse>
      </Stack>
    </form>
  );
}

/** Browsers that can offer passkeys in the e-mail field wait for one as long as the page is open. */
function useQuietPasskey(done: () => void): () => void {
  const stop = useRef(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins once.
  useEffect(() => {
    const ending = new AbortController();
    stop.current = () => ending.abort();
    const wait = async () => {
      if (!passkeysWork() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      await signInWithPasskey(true, ending.signal);
      done();
    };
    // Nobody asked for it yet, so a refusal is no news.
    wait().catch(() => undefined);
    return stop.current;
  }, []);
  return () => stop.current();
}
