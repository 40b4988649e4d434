import { Alert, Button } from '@mantine/core';
import type { AccountView } from '../../../../src/contract/api/accounts.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { notify } from '../../parts/notify.ts';
import { ErrorNote, useProblemText } from '../../parts/problem-text.tsx';
import { useWords } from '../../words/index.tsx';

/** Asks the platform with the stored login, now. */
export function TestButton({ account }: { account: AccountView }) {
  const t = useWords().accounts;
  const { scope } = usePlace();
  const words = useProblemText();
  const test = useChange('testAccount', ['listAccounts']);
  const bad = test.data?.ok === false && test.data.code ? test.data : null;
  const told = bad && words({ code: bad.code ?? '', platform: account.platform });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={test.isPending}
        aria-label={t.testOf(account.name)}
        onClick={() =>
          test.mutate(
            { ...scope, accountId: account.id },
            { onSuccess: ({ ok }) => ok && notify(t.testGood(account.name)) },
          )
        }
      >
        {t.test}
      </Button>
      {test.error && <ErrorNote error={test.error} />}
      {bad && told && (
        <Alert color="red" title={t.testBad} w="100%" role="alert">
          {told.says} {told.next} {bad.raw}
        </Alert>
      )}
    </>
  );
}
