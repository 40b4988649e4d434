import { Grid, Skeleton, Stack } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { PostView } from '../../../../src/contract/api/posts.ts';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { byPlatform } from '../../parts/by-platform.ts';
import { AnchorLink, ButtonLink } from '../../parts/links.tsx';
import { EmptyState, Page } from '../../parts/page.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import { ContentCard } from './content-card.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { PostActions } from './post-actions.tsx';
import { PostFacts } from './post-facts.tsx';

export default function PostPage() {
  const { post: t, posts } = useWords();
  const time = useTime();
  const { scope } = usePlace();
  const { postId = '' } = useParams({ strict: false }) as { postId?: string };
  const { data: post, error, refetch } = useRead('readPost', { ...scope, postId });
  const at = post?.scheduledAt ?? null;
  return (
    <Page
      title={!post ? posts.title : at === null ? t.draft : t.title(time.short(at))}
      wide
      actions={post && <PostActions post={post} />}
    >
      <AnchorLink to="/posts" size="sm" mt={-12}>
        ← {t.back}
      </AnchorLink>
      {post ? (
        <Whole post={post} />
      ) : error ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

function Whole({ post }: { post: PostView }) {
  const t = useWords().post;
  const { scope, canEdit } = usePlace();
  const at = { ...scope, postId: post.id };
  const attempts = useRead('readAttempts', at);
  const numbers = useRead('readNumbers', at);
  const platforms = useRead('listPlatforms', scope);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 5, xl: 4 }}>
        <Stack gap="lg">
          <PostFacts post={post} />
          <ContentCard post={post} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7, xl: 8 }}>
        <Stack gap="md" component="section" aria-label={t.targets} aria-live="polite">
          {post.deliveries.length === 0 && (
            <EmptyState
              icon={<IconUsers size={36} />}
              title={t.noTargets}
              text={t.noTargetsText}
              action={
                canEdit && (
                  <ButtonLink to="/compose/$postId" params={{ postId: post.id }}>
                    {t.actions.edit}
                  </ButtonLink>
                )
              }
            />
          )}
          {post.deliveries.toSorted(byPlatform).map((delivery) => (
            <DeliveryCard
              key={delivery.id}
              post={post}
              delivery={delivery}
              attempts={attempts.data?.attempts[delivery.id] ?? []}
              series={numbers.data?.series[delivery.id] ?? []}
              platform={platforms.data?.platforms.find((one) => one.id === delivery.platform)}
            />
          ))}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function Waiting() {
  return (
    <Grid gap="lg" aria-busy>
      <Grid.Col span={{ base: 12, md: 5, xl: 4 }}>
        <Skeleton h={320} radius="md" />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7, xl: 8 }}>
        <Stack>
          <Skeleton h={150} radius="md" />
          <Skeleton h={150} radius="md" />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
