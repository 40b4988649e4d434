import { Card, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PostView } from '../../../../src/contract/api/posts.ts';
import { PostStateBadge } from '../../parts/state-badge.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import classes from './post.module.css';

export function PostFacts({ post }: { post: PostView }) {
  const words = useWords();
  const t = words.post;
  const time = useTime();
  const author = post.author ?? words.posts.unknownAuthor;
  return (
    <Card withBorder padding="lg" component="section">
      <Group mb="sm" role="status">
        <PostStateBadge state={post.state} />
      </Group>
      <dl className={classes.facts}>
        {post.scheduledAt !== null && (
          <Fact name={t.scheduled}>
            {time.long(post.scheduledAt)}
            <Text size="sm" c="dimmed">
              {time.relative(post.scheduledAt)}
            </Text>
          </Fact>
        )}
        <Fact name={t.author}>{post.viaApi ? `${author} (${words.posts.viaApi})` : author}</Fact>
        <Fact name={t.kind}>{words.general.postTypes[post.postType]}</Fact>
        <Fact name={t.created}>{time.short(post.createdAt)}</Fact>
        {post.updatedAt > post.createdAt && <Fact name={t.changed}>{time.short(post.updatedAt)}</Fact>}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
