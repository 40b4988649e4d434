import { Alert, Button, Stack } from '@mantine/core';
import { IconCheck, IconFlask, IconUsers } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { AccountView, PlatformView } from '../../../../src/contract/api/accounts.ts';
import { platformIds } from '../../../../src/contract/platform-ids.ts';
import { usePlace } from '../../api/place.ts';
import { useChange, useRead } from '../../api/use-api.ts';
import { useAccountSearch } from '../../parts/account-search.tsx';
import { byPlatform } from '../../parts/by-platform.ts';
import { notify } from '../../parts/notify.ts';
import { EmptyState, Loaded, Page } from '../../parts/page.tsx';
import { platformMarks } from '../../parts/platform-mark.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { useWords } from '../../words/index.tsx';
import { AccountCard } from './account-card.tsx';
import { ChoosePlatform } from './choose-platform.tsx';

export default function AccountsPage() {
  const t = useWords().accounts;
  const { scope, mode, canEdit } = usePlace();
  const accounts = useRead('listAccounts', scope);
  const platforms = useRead('listPlatforms', scope);
  const addAll = useChange('addSandboxAccounts', ['listAccounts', 'readHome']);
  const connected = useJustConnected();
  const sandboxButton = mode === 'test' && canEdit && (
    <Button
      variant="default"
      leftSection={<IconFlask size={18} aria-hidden />}
      loading={addAll.isPending}
      onClick={() => addAll.mutate(scope, { onSuccess: ({ added }) => notify(t.sandboxAdded(added)) })}
    >
      {t.sandboxAll}
    </Button>
  );
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        canEdit && (
          <>
            {sandboxButton}
            <ChoosePlatform />
          </>
        )
      }
    >
      {connected && (
        <Alert color="green" icon={<IconCheck aria-hidden />} role="status">
          {t.connected(connected)}
        </Alert>
      )}
      {addAll.error && <ErrorNote error={addAll.error} />}
      <Loaded query={accounts} height={320}>
        {({ accounts: list }) =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconUsers size={44} stroke={1.4} />}
              title={t.none}
              text={t.noneText}
              action={canEdit && <ChoosePlatform />}
            />
          ) : (
            <Accounts accounts={list} platforms={platforms.data?.platforms ?? []} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Accounts({
  accounts,
  platforms,
}: {
  accounts: readonly AccountView[];
  platforms: readonly PlatformView[];
}) {
  const { field, shown } = useAccountSearch(accounts);
  return (
    <Stack gap="sm">
      {field}
      {shown.toSorted(byPlatform).map((account) => (
        <AccountCard
          key={account.id}
          account={account}
          platform={platforms.find((one) => one.id === account.platform)}
        />
      ))}
    </Stack>
  );
}

/** The way back from a platform's login page ends here. */
function useJustConnected(): string | null {
  const search = useLocation({ select: (location) => location.searchStr });
  const id = new URLSearchParams(search).get('connected');
  const platform = platformIds.find((one) => one === id);
  return platform ? platformMarks[platform].name : null;
}
