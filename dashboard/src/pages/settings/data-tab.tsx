import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { addresses } from '../../../../src/contract/api/addresses.ts';
import { address } from '../../api/call.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { Section } from '../../parts/section.tsx';
import { useWords } from '../../words/index.tsx';

export function DataTab() {
  const t = useWords().settingsPage;
  const { workspace, isOwner } = usePlace();
  const [confirm, setConfirm] = useState('');
  const remove = useChange('deleteWorkspace');
  if (!isOwner) return <Section title={t.tabs.data} text={t.ownerOnly} />;
  const { url } = address(addresses.exportWorkspace, { workspaceId: workspace.id });
  return (
    <Stack gap="lg">
      <Section title={t.exportTitle} text={t.exportText}>
        <Group>
          <Button
            component="a"
            href={url}
            download={`postbote-${workspace.id}.json`}
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t.exportButton}
          </Button>
        </Group>
      </Section>
      <Section title={t.deleteTitle} text={t.deleteText} danger>
        {remove.error && <ErrorNote error={remove.error} />}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            remove.mutate({ workspaceId: workspace.id, confirm }, { onSuccess: () => location.assign('/') });
          }}
        >
          <Group align="flex-end">
            <TextInput
              label={t.deleteConfirm(workspace.name)}
              flex={1}
              miw={220}
              autoComplete="off"
              value={confirm}
              onChange={(event) => setConfirm(event.currentTarget.value)}
            />
            <Button
              type="submit"
              color="red"
              loading={remove.isPending}
              disabled={confirm.trim() !== workspace.name}
            >
              {t.deleteButton}
            </Button>
          </Group>
        </form>
      </Section>
    </Stack>
  );
}
