import { Button, Skeleton, Stack } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { byPlatform } from '../../parts/by-platform.ts';
import { EmptyState, Page } from '../../parts/page.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { useWords } from '../../words/index.tsx';
import { Composer } from './composer.tsx';
import { readCopy } from './local-copy.ts';
import { isFresh, isJustMade, newPostId } from './new-post-id.ts';

/** A new post gets its id first, so that a reload, a repeated save and a shared link all mean the same post. */
export default function ComposePage() {
  const { postId } = useParams({ strict: false });
  return postId ? <Opened key={postId} postId={postId} /> : <Begun />;
}

function Begun() {
  const [postId] = useState(newPostId);
  return <Navigate to="/compose/$postId" params={{ postId }} search={true} replace />;
}

function Opened({ postId }: { postId: string }) {
  const t = useWords().compose;
  const { scope } = usePlace();
  const fresh = isFresh(postId);
  const [known, setKnown] = useState(!isJustMade(postId));
  const platforms = useRead('listPlatforms', scope);
  const accounts = useRead('listAccounts', scope);
  const post = useRead('readPost', { ...scope, postId }, { enabled: known });
  const missing = !post.data && post.error?.status === 404;
  const failed = platforms.error ?? accounts.error ?? (missing || post.data ? null : post.error);

  if (failed && !(platforms.data && accounts.data && post.data)) {
    const again = () => [platforms, accounts, post].map((query) => query.refetch());
    return (
      <Page title={t.editPost}>
        <ErrorNote error={failed} retry={() => void again()} />
      </Page>
    );
  }
  if (missing && !fresh && !readCopy(postId)) return <Gone />;
  if (!platforms.data || !accounts.data || (known && !post.data && !missing)) {
    return <Waiting title={fresh ? t.newPost : t.editPost} />;
  }
  const inOrder = accounts.data.accounts.toSorted(byPlatform);
  return (
    <Composer
      postId={postId}
      post={post.data ?? null}
      sheets={{ platforms: platforms.data.platforms, accounts: inOrder }}
      onKnown={() => setKnown(true)}
    />
  );
}

function Gone() {
  const t = useWords().compose;
  return (
    <Page title={t.editPost}>
      <EmptyState
        icon={<IconMailOff size={44} stroke={1.4} />}
        title={t.gone}
        text={t.goneHint}
        action={
          <Button component={Link} to="/compose">
            {t.writeNew}
          </Button>
        }
      />
    </Page>
  );
}

function Waiting({ title }: { title: string }) {
  return (
    <Page title={title} wide>
      <Stack gap="md" maw={760} aria-busy>
        <Skeleton h={76} />
        <Skeleton h={220} />
        <Skeleton h={120} />
      </Stack>
    </Page>
  );
}
