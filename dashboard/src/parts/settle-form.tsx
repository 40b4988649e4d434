import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DeliveryView } from '../../../src/contract/api/posts.ts';
import { usePlace } from '../api/place.ts';
import { useChange } from '../api/use-api.ts';
import { useWords } from '../words/index.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { notify } from './notify.ts';
import { PlatformMark, platformMarks } from './platform-mark.tsx';
import { ErrorNote } from './problem-text.tsx';

/** Nobody but a person can tell whether an unconfirmed post is out: they look, and say so here. */
export function SettleForm({
  postId,
  delivery,
  named = false,
}: {
  postId: string;
  delivery: Pick<DeliveryView, 'accountId' | 'accountName' | 'platform'>;
  named?: boolean;
}) {
  const t = useWords().post.settle;
  const { scope } = usePlace();
  const [url, setUrl] = useState('');
  const change = useChange('settleDelivery', ['readPost', 'readAttempts', 'listPosts', 'readHome']);
  const link = url.trim();
  const wrong = link !== '' && !/^https?:\/\/[^\s/]+/.test(link);
  const settle = (decision: 'it_is_there' | 'post_it_again') =>
    change.mutate(
      {
        ...scope,
        postId,
        accountId: delivery.accountId,
        decision,
        ...(decision === 'it_is_there' && link !== '' && { url: link }),
      },
      { onSuccess: () => notify(t.settled) },
    );
  return (
    <Stack gap="xs" role="group" aria-label={t.group(delivery.accountName)}>
      {named && (
        <Group gap="xs">
          <PlatformMark platform={delivery.platform} />
          <Text fw={600}>{delivery.accountName}</Text>
        </Group>
      )}
      <Text size="sm">
        {named && `${t.lost(platformMarks[delivery.platform].name)} `}
        {t.text}
      </Text>
      {change.error && <ErrorNote error={change.error} />}
      <TextInput
        label={t.link}
        type="url"
        inputMode="url"
        maxLength={2000}
        value={url}
        error={wrong && t.linkWrong}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          size="compact-md"
          disabled={wrong}
          loading={change.isPending}
          onClick={() => settle('it_is_there')}
        >
          {t.there}
        </Button>
        <ConfirmButton
          size="compact-md"
          variant="light"
          color="orange"
          title={t.again}
          text={t.againSure}
          action={t.again}
          pending={change.isPending}
          onConfirm={(close) => {
            close();
            settle('post_it_again');
          }}
        >
          {t.again}
        </ConfirmButton>
      </Group>
    </Stack>
  );
}
