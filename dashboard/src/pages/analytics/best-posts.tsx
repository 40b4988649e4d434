import { ActionIcon, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { TopPost } from '../../../../src/contract/api/insights.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { PlatformMark, platformMarks } from '../../parts/platform-mark.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useLanguage, useWords } from '../../words/index.tsx';
import { metrics, type Offered, offers, useMeasureName } from './numbers.ts';

export function BestPosts({ posts, offered }: { posts: readonly TopPost[]; offered: Offered }) {
  const t = useWords().analytics;
  return (
    <Card withBorder padding="lg" component="section">
      <Title order={2} size="h4">
        {t.best}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t.bestText}
      </Text>
      <Stack gap={0} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {posts.map((post) => (
          <BestPost key={post.deliveryId} post={post} offered={offered} />
        ))}
      </Stack>
    </Card>
  );
}

function BestPost({ post, offered }: { post: TopPost; offered: Offered }) {
  const words = useWords();
  const t = words.analytics;
  const time = useTime();
  const { language } = useLanguage();
  const nameOf = useMeasureName();
  const numbers = metrics
    .filter((metric) => offered.size === 0 || offers(offered, post.platform, metric))
    .map(
      (metric) =>
        `${nameOf(metric, offered.get(post.platform)?.[metric])} ${post[metric].toLocaleString(language)}`,
    );
  const { name } = platformMarks[post.platform];
  return (
    <Group
      component="li"
      wrap="nowrap"
      gap="sm"
      py="sm"
      align="flex-start"
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <PlatformMark platform={post.platform} size={28} />
      <div style={{ minWidth: 0, flex: 1 }}>
        <AnchorLink to="/posts/$postId" params={{ postId: post.postId }} c="inherit" lineClamp={2}>
          {post.text || words.general.postTypes[post.postType]}
        </AnchorLink>
        <Text size="sm">{numbers.join(' · ')}</Text>
        <Text size="sm" c="dimmed">
          {post.accountName} ·{' '}
          <time dateTime={new Date(post.publishedAt).toISOString()} title={time.long(post.publishedAt)}>
            {time.short(post.publishedAt)}
          </time>
        </Text>
      </div>
      {post.url && /^https?:\/\//.test(post.url) && (
        <ActionIcon
          component="a"
          href={post.url}
          target="_blank"
          rel="noreferrer"
          variant="subtle"
          size="lg"
          aria-label={t.openOn(name)}
          title={t.openOn(name)}
        >
          <IconExternalLink size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
