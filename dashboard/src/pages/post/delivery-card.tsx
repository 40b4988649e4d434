import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { PlatformView } from '../../../../src/contract/api/accounts.ts';
import type { AttemptView, DeliveryView, Numbers, PostView } from '../../../../src/contract/api/posts.ts';
import { isPersonWait, patienceMs } from '../../../../src/contract/waiting.ts';
import { OwnWords } from '../../parts/own-words.tsx';
import { PlatformMark, platformMarks } from '../../parts/platform-mark.tsx';
import { useProblemText } from '../../parts/problem-text.tsx';
import { DeliveryStateBadge } from '../../parts/state-badge.tsx';
import { StateIcon } from '../../parts/state-icon.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import { Attempts } from './attempts.tsx';
import { NextAction } from './next-action.tsx';
import { NumbersPanel } from './numbers-panel.tsx';

/** The post at one account: how it stands, why, and what can be done. */
export function DeliveryCard({
  post,
  delivery,
  attempts,
  series,
  platform,
}: {
  post: PostView;
  delivery: DeliveryView;
  attempts: readonly AttemptView[];
  series: readonly (Numbers & { at: number })[];
  platform: PlatformView | undefined;
}) {
  const t = useWords().post;
  const name = platformMarks[delivery.platform].name;
  return (
    <Card withBorder padding="lg" component="article" aria-label={`${name}: ${delivery.accountName}`}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Group gap="sm" wrap="nowrap" align="flex-start" miw={0}>
            <PlatformMark platform={delivery.platform} size={36} silent />
            <div style={{ minWidth: 0 }}>
              <Title order={2} size="h5">
                {delivery.accountName}
              </Title>
              <Text size="sm" c="dimmed">
                {[name, delivery.accountUsername && `@${delivery.accountUsername}`]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
          </Group>
          <Group gap={6} wrap="nowrap" role="status">
            <StateIcon state={delivery.state} size={16} />
            <DeliveryStateBadge state={delivery.state} />
          </Group>
        </Group>
        <Group gap="md">
          <When delivery={delivery} draft={post.state === 'draft'} />
          {delivery.url && /^https?:\/\//.test(delivery.url) && (
            <Anchor href={delivery.url} target="_blank" rel="noreferrer" size="sm">
              {t.viewOn(name)} <IconExternalLink size={14} aria-hidden style={{ verticalAlign: -2 }} />
            </Anchor>
          )}
        </Group>
        {delivery.state !== 'published' && delivery.state !== 'canceled' && <Trouble delivery={delivery} />}
        <NextAction post={post} delivery={delivery} />
        {attempts.length > 0 && <Attempts attempts={attempts} platform={delivery.platform} />}
        {delivery.state === 'published' && (
          <NumbersPanel series={series} platform={platform} account={delivery.accountName} />
        )}
      </Stack>
    </Card>
  );
}

function When({ delivery, draft }: { delivery: DeliveryView; draft: boolean }) {
  const t = useWords().post.times;
  const time = useTime();
  const { publishedAt, nextTryAt, dueAt, state, attempts, problem } = delivery;
  if (publishedAt !== null) return <Text size="sm">{t.published(time.short(publishedAt))}</Text>;
  if (draft || (state !== 'pending' && state !== 'publishing')) return null;
  // Without trouble it is asked about, not tried again; and what waits for a person has no next try.
  if (problem === null && state === 'publishing') {
    return dueAt === null ? null : <Text size="sm">{t.since(time.short(dueAt))}</Text>;
  }
  if (isPersonWait(problem?.code)) return null;
  if (nextTryAt !== null && attempts > 0) return <Text size="sm">{t.next(time.short(nextTryAt))}</Text>;
  return dueAt === null ? null : <Text size="sm">{t.due(time.short(dueAt))}</Text>;
}

/** Our words first, the platform's own beside them. */
function Trouble({ delivery }: { delivery: DeliveryView }) {
  const words = useProblemText();
  const time = useTime();
  const { problem, nextTryAt, dueAt } = delivery;
  if (!problem) return null;
  const until = nextTryAt ?? (dueAt ?? 0) + patienceMs;
  const { says, next } = words({ ...problem, facts: { until: time.short(until), ...problem.facts } });
  return (
    <div>
      <Text size="sm" fw={600}>
        {says}
      </Text>
      {/* The form below says what can be done about it. */}
      {next && delivery.state !== 'unconfirmed' && (
        <Text size="sm" c="dimmed">
          {next}
        </Text>
      )}
      <OwnWords raw={delivery.raw} problem={problem} platform={delivery.platform} />
    </div>
  );
}
