import { Alert, Button, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Mode } from '../../../../src/contract/platform-ids.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { useWords } from '../../words/index.tsx';

/** The key is shown in this dialog, once; closing it leaves only its prefix. */
export function CreateKey({ fresh, created }: { fresh: string | null; created: (key: string) => void }) {
  const words = useWords();
  const t = words.keys;
  const { me, workspace, mode: here } = usePlace();
  const [opened, modal] = useDisclosure();
  const [name, setName] = useState('');
  const [mode, setMode] = useState<Mode>(here);
  const create = useChange('createKey', ['listKeys']);
  const open = () => {
    create.reset();
    setName('');
    setMode(here);
    modal.open();
  };
  const shown = create.isSuccess && fresh !== null;
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
        {t.create}
      </Button>
      <Modal
        opened={opened}
        onClose={modal.close}
        title={shown ? t.createdTitle : t.create}
        size="lg"
        closeOnClickOutside={!shown}
        closeButtonProps={{ 'aria-label': words.general.close }}
      >
        {shown ? (
          <Stack>
            <Alert color="yellow" icon={<IconKey aria-hidden />} role="status">
              {t.createdText}
            </Alert>
            <Text fw={600} size="sm">
              {t.key}
            </Text>
            <CopyField value={fresh} label={t.key} />
            <Text fw={600} size="sm">
              {t.address}
            </Text>
            <CopyField value={`${me.baseUrl}/mcp/${fresh}`} label={t.address} />
            <Button onClick={modal.close}>{t.done}</Button>
          </Stack>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              create.mutate(
                { workspaceId: workspace.id, name, mode },
                { onSuccess: ({ key }) => created(key) },
              );
            }}
          >
            <Stack>
              {create.error && <ErrorNote error={create.error} />}
              <TextInput
                label={t.name}
                description={t.nameHint}
                required
                withAsterisk={false}
                maxLength={100}
                data-autofocus
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Radio.Group
                label={t.world}
                value={mode}
                onChange={(value) => setMode(value === 'live' ? 'live' : 'test')}
              >
                <Stack gap="xs" mt={4}>
                  <Radio value="live" label={words.shell.live} description={t.liveHint} />
                  {me.sandbox && <Radio value="test" label={words.shell.sandbox} description={t.testHint} />}
                </Stack>
              </Radio.Group>
              <Button type="submit" loading={create.isPending}>
                {t.create}
              </Button>
            </Stack>
          </form>
        )}
      </Modal>
    </>
  );
}
