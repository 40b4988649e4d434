import { Alert, Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { authCall } from '../../api/auth.ts';
import { AuthError } from '../../parts/auth-error.tsx';
import { LinkGone } from '../../parts/link-gone.tsx';
import { NewPassword } from '../../parts/new-password.tsx';
import { Loaded } from '../../parts/page.tsx';
import { OutsideCard } from '../../shell/outside-card.tsx';
import { useWords } from '../../words/index.tsx';

const route = getRouteApi('/outside/reset/$token');

/** Behind the link that the operator made on the command line. */
export default function ResetPage() {
  const t = useWords().auth;
  const { token } = route.useParams();
  const link = useQuery({
    queryKey: ['reset', token],
    queryFn: () => authCall<{ email: string }>('/reset/check', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (link.error) {
    return (
      <OutsideCard title={t.linkGone} text={t.linkGoneInvite}>
        <LinkGone />
      </OutsideCard>
    );
  }
  return (
    <OutsideCard title={t.resetTitle} text={link.data && t.resetFor(link.data.email)}>
      <Loaded query={link}>{() => <ResetForm token={token} />}</Loaded>
    </OutsideCard>
  );
}

function ResetForm({ token }: { token: string }) {
  const t = useWords().auth;
  const [password, setPassword] = useState('');
  const use = useMutation({ mutationFn: () => authCall('/reset/use', { token, password }) });
  if (use.isSuccess) {
    return (
      <Stack>
        <Alert color="green" role="status">
          {t.resetDone}
        </Alert>
        <LinkGone />
      </Stack>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    use.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <AuthError error={use.error} />
        <NewPassword label={t.newPassword} value={password} onChange={setPassword} />
        <Button type="submit" loading={use.isPending} fullWidth>
          {t.setPassword}
        </Button>
      </Stack>
    </form>
  );
}
