import { Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { DeliveryView, PostView } from '../../../../src/contract/api/posts.ts';
import { usePlace } from '../../api/place.ts';
import { useChange, useRead } from '../../api/use-api.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { notify } from '../../parts/notify.ts';
import { possible } from '../../parts/possible.ts';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { SettleForm } from '../../parts/settle-form.tsx';
import { useWords } from '../../words/index.tsx';
import { useDuplicate } from './use-duplicate.ts';

/** Trouble that sending the same again cannot cure: the content or its place has to change. */
const toBeChanged = new Set(['platform_rejected', 'platform_duplicate', 'media_rejected', 'setting_missing']);
const toReconnect = new Set([
  'platform_auth',
  'platform_permission',
  'account_reconnect',
  'account_inactive',
]);

/** What helps, as a button that does it. */
export function NextAction({ post, delivery }: { post: PostView; delivery: DeliveryView }) {
  const t = useWords().post;
  const { scope, canEdit } = usePlace();
  const accounts = useRead('listAccounts', scope).data?.accounts ?? [];
  if (!canEdit || delivery.state === 'published' || delivery.state === 'canceled') return null;
  if (delivery.state === 'unconfirmed') return <SettleForm postId={post.id} delivery={delivery} />;

  const code = delivery.problem?.code ?? '';
  const account = accounts.find((one) => one.id === delivery.accountId);
  const reconnect = toReconnect.has(code) || account?.state === 'reconnect';
  const look = { size: 'compact-md', variant: 'light' } as const;
  const buttons = [
    reconnect && (
      <ButtonLink
        {...look}
        key="reconnect"
        to="/accounts/connect/$platform"
        params={{ platform: delivery.platform }}
      >
        {t.reconnect}
      </ButtonLink>
    ),
    code === 'account_paused' && (
      <ButtonLink {...look} key="resume" to="/accounts">
        {t.resume}
      </ButtonLink>
    ),
    code === 'publishing_paused' && (
      <ButtonLink {...look} key="resume-all" to="/">
        {t.resumeAll}
      </ButtonLink>
    ),
    code === 'setting_missing' && possible(post).edit && (
      <ButtonLink {...look} key="choose" to="/compose/$postId" params={{ postId: post.id }}>
        {t.choose}
      </ButtonLink>
    ),
    delivery.state === 'failed' && <Retry key="retry" post={post} delivery={delivery} />,
    delivery.state === 'failed' && toBeChanged.has(code) && <ChangeCopy key="copy" postId={post.id} />,
  ].filter(Boolean);
  return buttons.length > 0 && <Group gap="xs">{buttons}</Group>;
}

/** Only this account; the others are left alone. */
function Retry({ post, delivery }: { post: PostView; delivery: DeliveryView }) {
  const t = useWords().post;
  const { scope } = usePlace();
  const retry = useChange('retryPost', ['readPost', 'readAttempts', 'listPosts', 'readHome']);
  return (
    <>
      {retry.error && <ErrorNote error={retry.error} />}
      <Button
        size="compact-md"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={retry.isPending}
        aria-label={t.retryOf(delivery.accountName)}
        onClick={() =>
          retry.mutate(
            { ...scope, postId: post.id, accountIds: [delivery.accountId] },
            { onSuccess: () => notify(t.retried) },
          )
        }
      >
        {t.retry}
      </Button>
    </>
  );
}

function ChangeCopy({ postId }: { postId: string }) {
  const t = useWords().post;
  const duplicate = useDuplicate(postId);
  return (
    <>
      {duplicate.error && <ErrorNote error={duplicate.error} />}
      <Button size="compact-md" variant="light" loading={duplicate.isPending} onClick={duplicate.start}>
        {t.change}
      </Button>
    </>
  );
}
