import { Skeleton, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { usePlace } from '../../api/place.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { EmptyState, Page } from '../../parts/page.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { useUrlFilter } from '../../parts/use-url-filter.ts';
import { useWords } from '../../words/index.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ConfirmAction, Failures, SettleDialog } from './dialogs.tsx';
import { FilterBar, isFiltered } from './filter-bar.tsx';
import { PostList } from './post-list.tsx';
import { type ActionKind, usePostActions } from './use-post-actions.ts';
import { usePostPages } from './use-post-pages.ts';

export default function PostsPage() {
  const t = useWords().posts;
  const { canEdit } = usePlace();
  const { filter, set } = useUrlFilter();
  const { pages, posts, look } = usePostPages(filter);
  const { act, running, failures, forget } = usePostActions();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<{ kind: 'cancel' | 'delete'; posts: readonly PostRow[] } | null>(null);
  const [settling, setSettling] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is no longer listed must not be acted on.
  useEffect(() => setSelected(new Set()), [filter]);
  const chosen = useMemo(() => posts.filter((post) => selected.has(post.id)), [posts, selected]);

  const onSelect = useCallback((post: PostRow, on: boolean) => {
    setSelected((old) => {
      const next = new Set(old);
      if (on) next.add(post.id);
      else next.delete(post.id);
      return next;
    });
  }, []);
  const begin = (kind: ActionKind, some: readonly PostRow[]) => {
    if (kind === 'cancel' || kind === 'delete') setAsked({ kind, posts: some });
    else void act(kind, some);
  };
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = pages;
  const onNearEnd = useCallback(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage, isFetchNextPageError]);

  return (
    <Page title={t.title} wide>
      <FilterBar filter={filter} onChange={set} />
      <Failures failures={failures} onClose={forget} />
      {pages.isPending && <Waiting />}
      {pages.isSuccess && posts.length === 0 && <Nothing filtered={isFiltered(filter)} />}
      {posts.length > 0 && (
        <div>
          <Text size="sm" c="dimmed" mb="xs" role="status">
            {t.shown(posts.length, pages.hasNextPage)}
          </Text>
          <PostList
            posts={posts}
            hasMore={pages.hasNextPage}
            onNearEnd={onNearEnd}
            onLook={look}
            selected={selected}
            onSelect={canEdit ? onSelect : null}
            onSelectAll={(all) => setSelected(new Set(all ? posts.map((post) => post.id) : []))}
            does={{ act: (kind, post) => begin(kind, [post]), settle: (post) => setSettling(post.id) }}
          />
        </div>
      )}
      {isFetchingNextPage && <Skeleton h={60} aria-busy />}
      {pages.error && (
        <ErrorNote
          error={pages.error}
          retry={() => void (posts.length > 0 ? fetchNextPage() : pages.refetch())}
        />
      )}
      {chosen.length > 0 && (
        <BulkBar posts={chosen} running={running} onAct={begin} onClear={() => setSelected(new Set())} />
      )}
      <ConfirmAction
        asked={asked}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) void act(asked.kind, asked.posts);
          setAsked(null);
        }}
      />
      <SettleDialog postId={settling} onClose={() => setSettling(null)} />
    </Page>
  );
}

function Waiting() {
  return (
    <Stack gap="xs" aria-busy>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <Skeleton key={index} h={56} radius="md" />
      ))}
    </Stack>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  const t = useWords().posts;
  const { canEdit } = usePlace();
  if (filtered) return <EmptyState icon={<IconSend size={36} />} title={t.noMatch} text={t.noMatchText} />;
  return (
    <EmptyState
      icon={<IconSend size={36} />}
      title={t.none}
      text={t.noneText}
      action={canEdit && <ButtonLink to="/compose">{t.compose}</ButtonLink>}
    />
  );
}
