import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { platformsAmong } from '../../parts/by-platform.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { PlatformMark } from '../../parts/platform-mark.tsx';
import { PostStateBadge } from '../../parts/state-badge.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import classes from './home.module.css';

export function PostColumn({
  title,
  posts,
  empty,
  emptyText,
}: {
  title: string;
  posts: readonly PostRow[];
  empty: string;
  emptyText?: string;
}) {
  const t = useWords().home;
  return (
    <Card withBorder padding="lg" component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <AnchorLink to="/posts" size="sm">
          {t.allPosts}
        </AnchorLink>
      </Group>
      {posts.length === 0 ? (
        <div>
          <Text>{empty}</Text>
          {emptyText && (
            <Text size="sm" c="dimmed">
              {emptyText}
            </Text>
          )}
        </div>
      ) : (
        <Stack gap="sm">
          {posts.map((post) => (
            <PostLine key={post.id} post={post} />
          ))}
        </Stack>
      )}
    </Card>
  );
}

function PostLine({ post }: { post: PostRow }) {
  const time = useTime();
  const words = useWords();
  const at = post.scheduledAt ?? post.createdAt;
  const platforms = platformsAmong(post.deliveries);
  return (
    <div className={classes.line}>
      <div style={{ minWidth: 0 }}>
        <AnchorLink to="/posts/$postId" params={{ postId: post.id }} c="inherit" lineClamp={1}>
          {post.text || words.general.postTypes[post.postType]}
        </AnchorLink>
        <Text size="sm" c="dimmed">
          <time dateTime={new Date(at).toISOString()} title={time.long(at)}>
            {time.short(at)} · {time.relative(at)}
          </time>
        </Text>
      </div>
      <Group gap={4} wrap="nowrap" style={{ flexShrink: 0 }}>
        {platforms.slice(0, 5).map((platform) => (
          <PlatformMark key={platform} platform={platform} size={20} />
        ))}
        {platforms.length > 5 && (
          <Text size="xs" c="dimmed">
            +{platforms.length - 5}
          </Text>
        )}
        <PostStateBadge state={post.state} />
      </Group>
    </div>
  );
}
