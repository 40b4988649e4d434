import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { InputOf, OutputOf } from '../../../../src/contract/api/endpoint.ts';
import type { Api } from '../../../../src/contract/api/index.ts';
import type { PostRow, PostView } from '../../../../src/contract/api/posts.ts';
import { ApiError, call } from '../../api/call.ts';
import { usePlace } from '../../api/place.ts';
import { keyOf } from '../../api/use-api.ts';
import { notify } from '../../parts/notify.ts';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';

type List = OutputOf<Api['listPosts']>;
type Input = InputOf<Api['listPosts']>;

/** Moves at once and asks then; if the server says no, all is as before and its reason is shown. */
export function useMove(lists: { posts: Input; drafts: Input }) {
  const words = useWords();
  const t = words.calendar;
  const { close } = words.general;
  const { scope } = usePlace();
  const time = useTime();
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<ApiError | string | null>(null);
  const posts = keyOf('listPosts', lists.posts);
  const drafts = keyOf('listPosts', lists.drafts);

  /** Shows the post in its new place before anybody was asked; gives back how to take that back. */
  async function show(post: PostRow, at: number | null): Promise<() => void> {
    await client.cancelQueries({ queryKey: ['listPosts'] });
    const before = [posts, drafts].map((key) => [key, client.getQueryData<List>(key)] as const);
    const moved: PostRow = { ...post, scheduledAt: at, state: at === null ? 'draft' : 'scheduled' };
    const place = (key: typeof posts, here: boolean) =>
      client.setQueryData<List>(key, (old) => {
        if (!old) return old;
        const others = old.posts.filter((one) => one.id !== post.id);
        return { ...old, posts: here ? [...others, moved] : others };
      });
    place(posts, at !== null);
    place(drafts, at === null);
    return () => {
      for (const [key, data] of before) client.setQueryData(key, data);
    };
  }

  async function change(post: PostRow, at: number | null, send: () => Promise<PostView>) {
    setTrouble(null);
    const takeBack = await show(post, at);
    try {
      return await send();
    } catch (error) {
      takeBack();
      if (!(error instanceof ApiError)) throw error;
      setTrouble(error);
      return null;
    } finally {
      for (const name of ['listPosts', 'readPost', 'readHome', 'nextSlot']) {
        void client.invalidateQueries({ queryKey: [name] });
      }
    }
  }

  const reschedule = (post: PostRow, at: number, revision = post.revision) =>
    change(post, at, () => call('reschedulePost', { ...scope, postId: post.id, revision, at }));

  async function undo(post: PostRow, moved: PostView) {
    const { scheduledAt: at } = post;
    const { revision, composition } = moved;
    const back =
      at === null
        ? await change(post, null, () =>
            call('savePost', { ...scope, postId: post.id, revision, composition, plan: { kind: 'draft' } }),
          )
        : await reschedule(post, at, revision);
    if (back) notify(t.undone);
  }

  async function move(post: PostRow, at: number): Promise<boolean> {
    if (at === post.scheduledAt) return true;
    if (at <= Date.now()) {
      setTrouble(t.onlyFuture);
      return false;
    }
    const moved = await reschedule(post, at);
    if (!moved) return false;
    const id = notifications.show({
      color: 'green',
      autoClose: 10_000,
      closeButtonProps: { 'aria-label': close },
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{(post.scheduledAt === null ? t.planned : t.moved)(time.short(at))}</Text>
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              notifications.hide(id);
              void undo(post, moved);
            }}
          >
            {t.undo}
          </Button>
        </Group>
      ),
    });
    return true;
  }
  return { move, trouble, forget: () => setTrouble(null) };
}
