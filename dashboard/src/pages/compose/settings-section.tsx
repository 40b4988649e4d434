import { Accordion, Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { AccountView, PlatformView } from '../../../../src/contract/api/accounts.ts';
import type { Composition } from '../../../../src/contract/api/posts.ts';
import { PlatformMark } from '../../parts/platform-mark.tsx';
import { SettingsForm } from '../../parts/settings-form/index.tsx';
import { useChoices } from '../../parts/settings-form/use-choices.ts';
import { useWords } from '../../words/index.tsx';
import { postTypeOf, type Sheets } from './composition.ts';
import { Heading } from './heading.tsx';
import type { SettingErrors } from './use-problems.ts';

/** Board, location, title and the rest: one form for each chosen account. */
export default function SettingsSection({
  composition,
  sheets,
  errors,
  onChange,
  disabled,
}: {
  composition: Composition;
  sheets: Sheets;
  errors: SettingErrors;
  onChange(patch: Partial<Composition>): void;
  disabled: boolean;
}) {
  const t = useWords().compose;
  const chosen = sheets.accounts.flatMap((account) => {
    const platform = sheets.platforms.find((one) => one.id === account.platform);
    return platform && composition.accountIds.includes(account.id) ? [{ account, platform }] : [];
  });
  if (chosen.length === 0) return null;
  return (
    <Stack gap="xs">
      <Heading hint={t.settingsHint}>{t.settings}</Heading>
      <Accordion multiple variant="separated" order={3}>
        {chosen.map(({ account, platform }) => {
          const value = composition.settings[account.id] ?? {};
          const changed = Object.keys(value).length;
          return (
            <Accordion.Item key={account.id} value={account.id}>
              <Accordion.Control icon={<PlatformMark platform={platform.id} size={22} silent />}>
                <Group gap="xs">
                  <Text size="sm" fw={500}>
                    {platform.name} · {account.name}
                  </Text>
                  {errors[account.id] && (
                    <Badge color="orange" variant="light" tt="none">
                      {t.settingsMissing}
                    </Badge>
                  )}
                  {changed > 0 && (
                    <Badge variant="light" tt="none">
                      {t.settingsChanged(changed)}
                    </Badge>
                  )}
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <AccountSettings
                  account={account}
                  platform={platform}
                  value={value}
                  errors={errors[account.id] ?? {}}
                  postType={postTypeOf(composition)}
                  disabled={disabled}
                  onChange={(own) => onChange({ settings: { ...composition.settings, [account.id]: own } })}
                />
              </Accordion.Panel>
            </Accordion.Item>
          );
        })}
      </Accordion>
    </Stack>
  );
}

function AccountSettings({
  account,
  platform,
  ...form
}: {
  account: AccountView;
  platform: PlatformView;
  value: Record<string, unknown>;
  errors: Readonly<Record<string, string>>;
  postType: ReturnType<typeof postTypeOf>;
  disabled: boolean;
  onChange(value: Record<string, unknown>): void;
}) {
  const { compose: t, general } = useWords();
  const choices = useChoices(account, platform, form.value);
  return (
    <Stack gap="sm">
      {choices.error && (
        <Group gap="xs" role="status">
          <Text size="sm" c="var(--mantine-color-error)">
            {t.choicesFailed}
          </Text>
          <Button size="compact-xs" variant="light" onClick={() => void choices.refetch()}>
            {general.retry}
          </Button>
        </Group>
      )}
      <SettingsForm
        {...form}
        platform={platform.id}
        schema={platform.settings}
        defaults={account.settings}
        choices={choices.data?.choices}
        choicesLoading={choices.isLoading}
        choicesWithin={platform.choicesWithin}
      />
    </Stack>
  );
}
