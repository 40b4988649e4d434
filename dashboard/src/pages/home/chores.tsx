import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { Chore } from '../../../../src/contract/api/insights.ts';
import { usePlace } from '../../api/place.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { PlatformMark } from '../../parts/platform-mark.tsx';
import { useProblemText } from '../../parts/problem-text.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';

const colors: Record<Chore['kind'], string> = {
  failed: 'red',
  unconfirmed: 'orange',
  reconnect: 'red',
  expiring: 'yellow',
  setting_missing: 'orange',
  paused: 'gray',
};

/** Each one press away from its cure. */
export function Chores({ chores }: { chores: readonly Chore[] }) {
  const t = useWords().home;
  return (
    <Card withBorder padding="lg" component="section">
      <Title order={2} size="h4" mb="sm">
        {t.needsYou}
      </Title>
      {chores.length === 0 ? (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <IconCircleCheck
            size={20}
            color="var(--mantine-color-green-6)"
            aria-hidden
            style={{ flexShrink: 0, marginTop: 2 }}
          />
          <Text c="dimmed">{t.nothingNeeded}</Text>
        </Group>
      ) : (
        <Stack gap="md">
          {chores.map((chore) => (
            <ChoreRow key={`${chore.kind}:${chore.accountId}:${chore.postId}`} chore={chore} />
          ))}
        </Stack>
      )}
    </Card>
  );
}

function ChoreRow({ chore }: { chore: Chore }) {
  const t = useWords().home;
  const time = useTime();
  const words = useProblemText();
  const problem = chore.problem && words(chore.problem);
  const said = problem?.says ?? (chore.at === null ? '' : t.expiresAt(time.short(chore.at)));
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Group gap="sm" wrap="nowrap" align="flex-start" miw={0}>
        <PlatformMark platform={chore.platform} />
        <div>
          <Group gap="xs">
            <Badge color={colors[chore.kind]} variant="light" tt="none">
              {t.chores[chore.kind]}
            </Badge>
            <Text size="sm" fw={600}>
              {chore.accountName}
            </Text>
          </Group>
          {chore.text && (
            <Text size="sm" lineClamp={1}>
              {chore.text}
            </Text>
          )}
          {said && (
            <Text size="sm" c="dimmed">
              {said}
            </Text>
          )}
        </div>
      </Group>
      <Cure chore={chore} />
    </Group>
  );
}

function Cure({ chore }: { chore: Chore }) {
  const t = useWords().home;
  const look = { size: 'compact-sm', variant: 'light', style: { flexShrink: 0 } } as const;
  const { canEdit } = usePlace();
  const label = canEdit ? t.cures[chore.kind] : t.look;
  if (canEdit && chore.kind === 'setting_missing' && chore.postId) {
    return (
      <ButtonLink {...look} to="/compose/$postId" params={{ postId: chore.postId }}>
        {label}
      </ButtonLink>
    );
  }
  if (chore.postId) {
    return (
      <ButtonLink {...look} to="/posts/$postId" params={{ postId: chore.postId }}>
        {label}
      </ButtonLink>
    );
  }
  return chore.kind === 'paused' || !canEdit ? (
    <ButtonLink {...look} to="/accounts">
      {label}
    </ButtonLink>
  ) : (
    <ButtonLink {...look} to="/accounts/connect/$platform" params={{ platform: chore.platform }}>
      {label}
    </ButtonLink>
  );
}
