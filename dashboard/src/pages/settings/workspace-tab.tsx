import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { notify } from '../../parts/notify.ts';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { Section } from '../../parts/section.tsx';
import { useWords } from '../../words/index.tsx';

export function WorkspaceTab() {
  const words = useWords();
  const t = words.settingsPage;
  const { workspace, isOwner } = usePlace();
  const [form, setForm] = useState({
    name: workspace.name,
    timeZone: workspace.timeZone,
    language: workspace.language,
  });
  const change = useChange('changeWorkspace', ['me', 'readHome', 'readAnalytics']);
  return (
    <Section title={t.tabs.workspace}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ workspaceId: workspace.id, ...form }, { onSuccess: () => notify(t.saved) });
        }}
      >
        <Stack>
          {change.error && <ErrorNote error={change.error} />}
          {!isOwner && <Text c="dimmed">{t.ownerOnly}</Text>}
          <TextInput
            label={t.workspaceName}
            required
            withAsterisk={false}
            maxLength={100}
            disabled={!isOwner}
            value={form.name}
            onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
          />
          <Select
            label={t.timeZone}
            description={t.timeZoneHint}
            searchable
            limit={100}
            allowDeselect={false}
            disabled={!isOwner}
            data={Intl.supportedValuesOf('timeZone')}
            value={form.timeZone}
            onChange={(timeZone) => timeZone && setForm({ ...form, timeZone })}
          />
          <Select
            label={t.language}
            allowDeselect={false}
            disabled={!isOwner}
            data={[
              { value: 'de', label: 'Deutsch' },
              { value: 'en', label: 'English' },
            ]}
            value={form.language}
            onChange={(language) => setForm({ ...form, language: language === 'en' ? 'en' : 'de' })}
          />
          {isOwner && (
            <Group>
              <Button type="submit" loading={change.isPending}>
                {words.general.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  );
}
