import { Alert } from '@mantine/core';
import { CopyField } from '../../parts/copy-field.tsx';
import { useWords } from '../../words/index.tsx';

export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const t = useWords().settingsPage;
  return (
    <Alert color="yellow" role="status" title={t.backupCodes}>
      {t.backupText}
      <CopyField value={codes.join('\n')} label={t.backupCodes} />
    </Alert>
  );
}
