import { Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useChange, useRead } from '../../api/use-api.ts';
import { AuthError } from '../../parts/auth-error.tsx';
import { LinkGone } from '../../parts/link-gone.tsx';
import { NewPassword } from '../../parts/new-password.tsx';
import { Loaded } from '../../parts/page.tsx';
import { useSignedIn } from '../../parts/use-signed-in.ts';
import { OutsideCard } from '../../shell/outside-card.tsx';
import { useWords } from '../../words/index.tsx';

const route = getRouteApi('/outside/invite/$token');

export default function InvitePage() {
  const words = useWords();
  const t = words.auth;
  const { token } = route.useParams();
  const invitation = useRead('checkInvitation', { token }, { retry: false });
  if (invitation.error && invitation.error.status !== 0) {
    return (
      <OutsideCard title={t.linkGone} text={t.linkGoneInvite}>
        <LinkGone />
      </OutsideCard>
    );
  }
  const { data } = invitation;
  return (
    <OutsideCard
      title={t.inviteTitle(data?.workspaceName ?? 'Postbote')}
      text={data && t.inviteText(words.general.roles[data.role])}
    >
      <Loaded query={invitation}>{() => <Join token={token} />}</Loaded>
    </OutsideCard>
  );
}

/** Somebody who is signed in joins with one press; others make an account first. */
function Join({ token }: { token: string }) {
  const t = useWords().auth;
  const signedIn = useSignedIn();
  const accept = useChange('acceptInvitation');
  const [form, setForm] = useState({ name: '', email: '', password: '' });
  const join = (input: Partial<typeof form>) =>
    accept.mutate({ token, ...input }, { onSuccess: () => location.assign('/') });
  if (signedIn.data) {
    return (
      <Stack gap="sm">
        <AuthError error={accept.error} />
        <Button loading={accept.isPending} onClick={() => join({})}>
          {t.joinAs(signedIn.data.name)}
        </Button>
      </Stack>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    join(form);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <AuthError error={accept.error} />
        <TextInput
          label={t.name}
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={100}
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
        />
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={form.email}
          onChange={(event) => setForm({ ...form, email: event.currentTarget.value })}
        />
        <NewPassword
          label={t.password}
          value={form.password}
          onChange={(password) => setForm({ ...form, password })}
        />
        <Button type="submit" loading={accept.isPending} fullWidth mt="xs">
          {t.join}
        </Button>
        <Divider />
        <Text size="sm" ta="center">
          {t.haveAccount}{' '}
          <Anchor underline="always" href={`/sign-in?to=${encodeURIComponent(`/invite/${token}`)}`}>
            {t.signIn}
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
