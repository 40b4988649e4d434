import { Badge, Group, Select, Stack, Text } from '@mantine/core';
import type { MemberView } from '../../../../src/contract/api/people.ts';
import { usePlace } from '../../api/place.ts';
import { useChange, useRead } from '../../api/use-api.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Loaded } from '../../parts/page.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { Section } from '../../parts/section.tsx';
import { useWords } from '../../words/index.tsx';
import { Invitations } from './invitations.tsx';
import classes from './people.module.css';

export function PeopleTab() {
  const t = useWords().settingsPage;
  const { workspace, isOwner } = usePlace();
  const people = useRead('listMembers', { workspaceId: workspace.id });
  return (
    <Stack gap="lg">
      <Section title={t.members}>
        <Loaded query={people}>{({ members }) => <Members members={members} />}</Loaded>
      </Section>
      {isOwner && <Invitations open={people.data?.invitations ?? []} />}
    </Stack>
  );
}

function Members({ members }: { members: readonly MemberView[] }) {
  const words = useWords();
  const t = words.settingsPage;
  const { me, workspace, isOwner } = usePlace();
  const changeRole = useChange('changeRole', ['listMembers', 'me']);
  const remove = useChange('removeMember', ['listMembers']);
  const roles = (['owner', 'editor', 'viewer'] as const).map((value) => ({
    value,
    label: words.general.roles[value],
  }));
  return (
    <Stack>
      {changeRole.error && <ErrorNote error={changeRole.error} />}
      {members.map((member) => {
        const mine = member.userId === me.user.id;
        return (
          <Group key={member.userId} justify="space-between" gap="xs">
            <div style={{ flex: '1 1 200px' }}>
              <Group gap="xs">
                <Text fw={600}>{member.name}</Text>
                {mine && (
                  <Badge variant="light" tt="none">
                    {t.you}
                  </Badge>
                )}
              </Group>
              <Text size="sm" c="dimmed">
                {member.email}
              </Text>
            </div>
            <Group gap="xs" className={classes.role}>
              {isOwner ? (
                <Select
                  aria-label={t.roleOf(member.name)}
                  data={roles}
                  allowDeselect={false}
                  w={140}
                  value={member.role}
                  onChange={(role) =>
                    role &&
                    role !== member.role &&
                    changeRole.mutate({ workspaceId: workspace.id, userId: member.userId, role })
                  }
                />
              ) : (
                <Text>{words.general.roles[member.role]}</Text>
              )}
              {(isOwner || mine) && (
                <ConfirmButton
                  variant="subtle"
                  size="compact-sm"
                  title={mine ? t.leave : t.removeMember(member.name)}
                  text={mine ? t.leaveSure : t.removeMemberSure(member.name)}
                  action={mine ? t.leave : words.general.remove}
                  label={mine ? t.leave : t.removeMember(member.name)}
                  pending={remove.isPending}
                  error={remove.error}
                  onConfirm={(close) =>
                    remove.mutate(
                      { workspaceId: workspace.id, userId: member.userId },
                      { onSuccess: () => (mine ? location.assign('/') : close()) },
                    )
                  }
                >
                  {mine ? t.leave : words.general.remove}
                </ConfirmButton>
              )}
            </Group>
          </Group>
        );
      })}
    </Stack>
  );
}
