import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { AccountView, PlatformView } from '../../../../src/contract/api/accounts.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { notify } from '../../parts/notify.ts';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { SettingsForm } from '../../parts/settings-form/index.tsx';
import { useChoices } from '../../parts/settings-form/use-choices.ts';
import { useWords } from '../../words/index.tsx';

/** The board, location, privacy … that posts to this account begin with. */
export function DefaultsButton({ account, platform }: { account: AccountView; platform: PlatformView }) {
  const words = useWords();
  const t = words.accounts;
  const [opened, modal] = useDisclosure();
  const properties = platform.settings.properties as Record<string, unknown> | undefined;
  if (Object.keys(properties ?? {}).length === 0) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant={account.missing.length > 0 ? 'filled' : 'default'}
        onClick={modal.open}
        aria-label={t.defaultsOf(account.name)}
      >
        {t.defaults}
      </Button>
      <Modal
        opened={opened}
        onClose={modal.close}
        title={t.defaultsOf(account.name)}
        size="lg"
        closeButtonProps={{ 'aria-label': words.general.close }}
      >
        <DefaultsForm account={account} platform={platform} done={modal.close} />
      </Modal>
    </>
  );
}

function DefaultsForm({
  account,
  platform,
  done,
}: {
  account: AccountView;
  platform: PlatformView;
  done: () => void;
}) {
  const words = useWords();
  const t = words.accounts;
  const { scope } = usePlace();
  const [value, setValue] = useState<Record<string, unknown>>(account.settings);
  const choices = useChoices(account, platform, value);
  const change = useChange('changeAccount', ['listAccounts', 'readHome']);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(
          { ...scope, accountId: account.id, settings: value },
          {
            onSuccess: () => {
              notify(words.general.saved);
              done();
            },
          },
        );
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t.defaultsText}
        </Text>
        {change.error && <ErrorNote error={change.error} />}
        {choices.error && <ErrorNote error={choices.error} retry={() => void choices.refetch()} />}
        <SettingsForm
          platform={platform.id}
          schema={platform.settings}
          value={value}
          onChange={setValue}
          choices={choices.data?.choices}
          choicesLoading={choices.isLoading}
          choicesWithin={platform.choicesWithin}
          markMissing={false}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={done}>
            {words.general.cancel}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {words.general.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
