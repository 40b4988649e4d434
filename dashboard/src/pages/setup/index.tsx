import { Button, Select, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useChange, useRead } from '../../api/use-api.ts';
import { AuthError } from '../../parts/auth-error.tsx';
import { LinkGone } from '../../parts/link-gone.tsx';
import { NewPassword } from '../../parts/new-password.tsx';
import { Loaded } from '../../parts/page.tsx';
import { OutsideCard } from '../../shell/outside-card.tsx';
import { useLanguage, useWords } from '../../words/index.tsx';

const route = getRouteApi('/outside/setup/$token');

/** Behind the link from the terminal: the first owner. */
export default function SetupPage() {
  const t = useWords().auth;
  const { token } = route.useParams();
  const link = useRead('checkSetup', { token }, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <OutsideCard
      title={link.data?.valid === false ? t.linkGone : t.setupTitle}
      text={link.data?.valid === false ? t.linkGoneSetup : t.setupText}
    >
      <Loaded query={link}>{({ valid }) => (valid ? <SetupForm token={token} /> : <LinkGone />)}</Loaded>
    </OutsideCard>
  );
}

function SetupForm({ token }: { token: string }) {
  const t = useWords().auth;
  const { language } = useLanguage();
  const [form, setForm] = useState({
    name: '',
    email: '',
    password: '',
    workspaceName: '',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const finish = useChange('finishSetup');
  const set = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { workspaceName, ...rest } = form;
    const named = workspaceName.trim() === '' ? {} : { workspaceName };
    finish.mutate({ token, ...rest, ...named, language }, { onSuccess: () => location.assign('/') });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <AuthError error={finish.error} />
        <TextInput
          label={t.name}
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={100}
          value={form.name}
          onChange={(event) => set('name')(event.currentTarget.value)}
        />
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={form.email}
          onChange={(event) => set('email')(event.currentTarget.value)}
        />
        <NewPassword label={t.password} value={form.password} onChange={set('password')} />
        <TextInput
          label={t.workspaceName}
          placeholder="Postbote"
          maxLength={100}
          value={form.workspaceName}
          onChange={(event) => set('workspaceName')(event.currentTarget.value)}
        />
        <Select
          label={t.timeZone}
          searchable
          allowDeselect={false}
          data={Intl.supportedValuesOf('timeZone')}
          limit={100}
          value={form.timeZone}
          onChange={(value) => value && set('timeZone')(value)}
        />
        <Button type="submit" loading={finish.isPending} fullWidth mt="xs">
          {t.createAccount}
        </Button>
      </Stack>
    </form>
  );
}
