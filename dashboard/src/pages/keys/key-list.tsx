import { Badge, Card, Checkbox, Code, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyView } from '../../../../src/contract/api/keys.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { EmptyState } from '../../parts/page.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useLanguage, useWords } from '../../words/index.tsx';

export function KeyList({ keys }: { keys: readonly KeyView[] }) {
  const t = useWords().keys;
  const [withRevoked, setWithRevoked] = useState(false);
  const shown = keys.filter((key) => withRevoked || key.revokedAt === null);
  return (
    <Stack gap="sm">
      {shown.length === 0 && (
        <EmptyState icon={<IconKey size={40} stroke={1.4} />} title={t.none} text={t.noneText} />
      )}
      {shown.map((key) => (
        <KeyCard key={key.id} one={key} />
      ))}
      {keys.some((key) => key.revokedAt !== null) && (
        <Checkbox
          label={t.showRevoked}
          checked={withRevoked}
          onChange={(event) => setWithRevoked(event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

function KeyCard({ one }: { one: KeyView }) {
  const words = useWords();
  const t = words.keys;
  const time = useTime();
  const { language } = useLanguage();
  const { workspace, canEdit } = usePlace();
  const revoke = useChange('revokeKey', ['listKeys']);
  const facts = [
    `${t.lastUsed}: ${one.lastUsedAt === null ? t.never : time.relative(one.lastUsedAt)}`,
    `${t.calls}: ${one.calls.toLocaleString(language)}`,
    `${t.created}: ${time.short(one.createdAt)}`,
  ];
  return (
    <Card withBorder padding="md" opacity={one.revokedAt === null ? 1 : 0.75}>
      <Group justify="space-between" gap="sm">
        <div>
          <Group gap="xs">
            <Text fw={600}>{one.name}</Text>
            <Badge variant="light" color={one.mode === 'live' ? 'green' : 'yellow'} tt="none" autoContrast>
              {one.mode === 'live' ? words.shell.live : words.shell.sandbox}
            </Badge>
            <Code>{one.prefix}…</Code>
          </Group>
          <Text size="sm" c="dimmed">
            {one.revokedAt === null ? facts.join(' · ') : t.revoked(time.short(one.revokedAt))}
          </Text>
        </div>
        {canEdit && one.revokedAt === null && (
          <ConfirmButton
            variant="subtle"
            size="compact-sm"
            title={t.revokeOf(one.name)}
            text={t.revokeSure(one.name)}
            action={t.revoke}
            label={t.revokeOf(one.name)}
            pending={revoke.isPending}
            error={revoke.error}
            onConfirm={(close) =>
              revoke.mutate({ workspaceId: workspace.id, keyId: one.id }, { onSuccess: close })
            }
          >
            {t.revoke}
          </ConfirmButton>
        )}
      </Group>
    </Card>
  );
}
