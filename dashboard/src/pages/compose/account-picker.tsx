import { Button, Checkbox, Fieldset, Group, Stack, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AccountView } from '../../../../src/contract/api/accounts.ts';
import { useAccountSearch } from '../../parts/account-search.tsx';
import { EmptyState } from '../../parts/page.tsx';
import { PlatformMark, platformMarks } from '../../parts/platform-mark.tsx';
import { useWords } from '../../words/index.tsx';
import classes from './compose.module.css';
import { Heading } from './heading.tsx';

export function AccountPicker({
  accounts,
  chosen,
  onChange,
  disabled,
}: {
  accounts: readonly AccountView[];
  chosen: readonly string[];
  onChange(ids: string[]): void;
  disabled: boolean;
}) {
  const t = useWords().compose;
  const { field, shown } = useAccountSearch(accounts);
  if (accounts.length === 0) {
    return (
      <EmptyState
        icon={<IconUserPlus size={36} stroke={1.4} />}
        title={t.noAccounts}
        text={t.noAccountsHint}
        action={
          <Button component={Link} to="/accounts" variant="light">
            {t.connectAccount}
          </Button>
        }
      />
    );
  }
  const usable = shown.filter((account) => account.state === 'active').map((account) => account.id);
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Fieldset legend={<Heading>{t.accounts}</Heading>} variant="unstyled" disabled={disabled}>
      <Stack gap="xs">
        {field}
        <div className={classes.accounts}>
          {shown.map((account) => (
            <AccountCard
              key={account.id}
              account={account}
              checked={chosen.includes(account.id)}
              onToggle={() => toggle(account.id)}
              disabled={disabled}
            />
          ))}
        </div>
        <Group gap="xs" justify="space-between">
          <Text size="sm" c="dimmed" role="status">
            {t.chosen(chosen.length)}
          </Text>
          <Group gap={4}>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onChange([...new Set([...chosen, ...usable])])}
            >
              {t.chooseAll}
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              disabled={chosen.length === 0}
              onClick={() => onChange([])}
            >
              {t.chooseNone}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Fieldset>
  );
}

function AccountCard({
  account,
  checked,
  onToggle,
  disabled,
}: {
  account: AccountView;
  checked: boolean;
  onToggle(): void;
  disabled: boolean;
}) {
  const t = useWords().compose;
  const why =
    account.state === 'paused' ? t.accountPaused : account.state === 'reconnect' ? t.accountReconnect : null;
  return (
    <Checkbox.Card
      className={classes.account}
      checked={checked}
      onClick={onToggle}
      disabled={disabled || (why !== null && !checked)}
      aria-label={[platformMarks[account.platform].name, account.name, why].filter(Boolean).join(', ')}
    >
      <PlatformMark platform={account.platform} size={26} silent />
      <span className={classes.accountName}>
        <Text size="sm" fw={500} truncate>
          {account.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {why ??
            (account.username
              ? `@${account.username.replace(/^@/, '')}`
              : platformMarks[account.platform].name)}
        </Text>
      </span>
      <Checkbox.Indicator checked={checked} size="xs" />
    </Checkbox.Card>
  );
}
