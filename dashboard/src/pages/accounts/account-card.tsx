import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import type { AccountView, PlatformView } from '../../../../src/contract/api/accounts.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { PlatformMark, platformMarks } from '../../parts/platform-mark.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { useSettingWords } from '../../parts/settings-form/use-setting-words.ts';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import { DefaultsButton } from './defaults-button.tsx';
import { TestButton } from './test-button.tsx';

const colors = { active: 'green', paused: 'gray', reconnect: 'red' } as const;

export function AccountCard({
  account,
  platform,
}: {
  account: AccountView;
  platform: PlatformView | undefined;
}) {
  const t = useWords().accounts;
  const time = useTime();
  const settingWords = useSettingWords(account.platform);
  const notes = [
    account.waiting > 0 && t.waiting(account.waiting),
    account.expiresAt !== null && t.expires(time.short(account.expiresAt)),
    account.missing.length > 0 &&
      t.missing(account.missing.map((name) => settingWords.label(name)).join(', ')),
  ].filter((note) => note !== false);
  return (
    <Card withBorder padding="md" component="article" aria-label={account.name}>
      <Stack gap="sm">
        <Group gap="md" wrap="nowrap" align="flex-start">
          <PlatformMark platform={account.platform} size={36} />
          <div style={{ minWidth: 0, flex: 1 }}>
            <Group gap="xs">
              <Text fw={600}>{account.name}</Text>
              <Badge variant="light" color={colors[account.state]} tt="none">
                {t.states[account.state]}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed">
              {[platformMarks[account.platform].name, account.username && `@${account.username}`]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {notes.length > 0 && <Text size="sm">{notes.join(' · ')}</Text>}
          </div>
        </Group>
        <Actions account={account} platform={platform} />
      </Stack>
    </Card>
  );
}

function Actions({ account, platform }: { account: AccountView; platform: PlatformView | undefined }) {
  const t = useWords().accounts;
  const { scope, canEdit } = usePlace();
  const change = useChange('changeAccount', ['listAccounts', 'readHome']);
  const remove = useChange('removeAccount', ['listAccounts', 'readHome', 'listPosts']);
  if (!canEdit) return null;
  const paused = account.state === 'paused';
  return (
    <>
      {change.error && <ErrorNote error={change.error} />}
      <Group gap="xs">
        {platform && <DefaultsButton account={account} platform={platform} />}
        <TestButton account={account} />
        {account.state !== 'reconnect' && (
          <Button
            size="compact-sm"
            variant="default"
            loading={change.isPending}
            aria-label={paused ? t.resumeOf(account.name) : t.pauseOf(account.name)}
            onClick={() => change.mutate({ ...scope, accountId: account.id, paused: !paused })}
          >
            {paused ? t.resume : t.pause}
          </Button>
        )}
        <ButtonLink
          size="compact-sm"
          variant={account.state === 'reconnect' ? 'filled' : 'default'}
          to="/accounts/connect/$platform"
          params={{ platform: account.platform }}
        >
          {t.reconnect}
        </ButtonLink>
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          title={t.removeOf(account.name)}
          text={t.removeSure(account.waiting)}
          action={t.remove}
          label={t.removeOf(account.name)}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={(close) => remove.mutate({ ...scope, accountId: account.id }, { onSuccess: close })}
        >
          {t.remove}
        </ConfirmButton>
      </Group>
    </>
  );
}
