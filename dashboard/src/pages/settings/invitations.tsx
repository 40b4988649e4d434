import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../../../src/contract/api/endpoint.ts';
import type { InvitationView } from '../../../../src/contract/api/people.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { Section } from '../../parts/section.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';

export function Invitations({ open }: { open: readonly InvitationView[] }) {
  const words = useWords();
  const t = words.settingsPage;
  const time = useTime();
  const { workspace } = usePlace();
  const [role, setRole] = useState<Role>('editor');
  const [note, setNote] = useState('');
  const invite = useChange('inviteMember', ['listMembers']);
  const revoke = useChange('revokeInvitation', ['listMembers']);
  return (
    <Section title={t.invite} text={t.inviteText}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate({ workspaceId: workspace.id, role, note }, { onSuccess: () => setNote('') });
        }}
      >
        <Group align="flex-end">
          <Select
            label={t.role}
            allowDeselect={false}
            data={(['owner', 'editor', 'viewer'] as const).map((value) => ({
              value,
              label: words.general.roles[value],
            }))}
            value={role}
            onChange={(value) => value && setRole(value)}
          />
          <TextInput
            label={t.inviteNote}
            maxLength={100}
            flex="1 1 220px"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Button type="submit" loading={invite.isPending}>
            {t.makeLink}
          </Button>
        </Group>
      </form>
      {invite.error && <ErrorNote error={invite.error} />}
      {invite.data && (
        <Alert color="yellow" role="status" title={t.linkOnce}>
          <CopyField value={invite.data.url} label={t.invite} />
        </Alert>
      )}
      {open.length > 0 && (
        <Stack gap="xs">
          <Text fw={600}>{t.openInvitations}</Text>
          {open.map((one) => (
            <Group key={one.id} justify="space-between">
              <Text size="sm">
                {[words.general.roles[one.role], one.note, t.expires(time.short(one.expiresAt))]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                onClick={() => revoke.mutate({ workspaceId: workspace.id, invitationId: one.id })}
              >
                {t.revokeInvitation}
              </Button>
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}
