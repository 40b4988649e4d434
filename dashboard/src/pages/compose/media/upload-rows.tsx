import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useProblemText } from '../../../parts/problem-text.tsx';
import { useWords } from '../../../words/index.tsx';
import type { Purpose, Uploading, Uploads } from './use-uploads.ts';

/** What is on its way, with a bar; what failed, with the reason and another try. */
export function UploadRows({ uploads, purpose }: { uploads: Uploads; purpose: Purpose }) {
  const mine = uploads.uploads.filter((one) => one.purpose === purpose);
  if (mine.length === 0) return null;
  return (
    <Stack gap="xs" aria-live="polite">
      {mine.map((one) => (
        <Row key={one.id} upload={one} uploads={uploads} />
      ))}
    </Stack>
  );
}

function Row({ upload, uploads }: { upload: Uploading; uploads: Uploads }) {
  const { compose: t, general } = useWords();
  const words = useProblemText();
  const { file, sent, state, error } = upload;
  const percent = file.size === 0 ? 0 : Math.round((sent / file.size) * 100);
  const problem = error?.problems[0] ?? { code: error?.code ?? '', facts: error?.facts ?? {} };
  const why = error && (error.code === 'offline' ? general.offline : words(problem).says);
  const status =
    state === 'waiting'
      ? t.waiting
      : state === 'finishing'
        ? t.finishing
        : state === 'failed'
          ? null
          : `${percent} %`;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" truncate>
          {file.name}
        </Text>
        <Group gap={4} wrap="nowrap">
          {status && (
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {status}
            </Text>
          )}
          {state === 'failed' && (
            <ActionIcon
              variant="light"
              aria-label={t.retryUpload(file.name)}
              onClick={() => uploads.retry(upload.id)}
            >
              <IconRefresh size={16} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.cancelUpload(file.name)}
            onClick={() => uploads.cancel(upload.id)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {state === 'failed' ? (
        <Text size="xs" c="var(--mantine-color-error)">
          {t.uploadFailed}: {why}
        </Text>
      ) : (
        <Progress value={percent} aria-label={t.uploading(file.name)} animated={state === 'finishing'} />
      )}
    </div>
  );
}
