import { Button, Group, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconChevronUp,
  IconDeviceFloppy,
  IconListCheck,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../../words/index.tsx';
import classes from './compose.module.css';
import type { Snapshot } from './editing.ts';
import type { Plan } from './plan-choice.tsx';
import { SaveState } from './save-state.tsx';

/** Always in sight: where the text is safe, when it goes out, and the one button that does it. */
export function ActionBar({
  snapshot,
  plan,
  children,
  dirty,
  open,
  onOpen,
  busy,
  onMain,
  onDraft,
  onDiscard,
}: {
  snapshot: Snapshot;
  plan: Plan;
  /** The choice of the plan. */
  children: ReactNode;
  dirty: boolean;
  /** How much is left to do. */
  open: number;
  onOpen(): void;
  busy: boolean;
  onMain(): void;
  onDraft(): void;
  onDiscard(): void;
}) {
  const t = useWords().compose;
  const scheduled = snapshot.state === 'scheduled';
  const main = { now: t.publishNow, at: scheduled ? t.saveChanges : t.schedule, queue: t.toQueue }[plan.kind];
  return (
    <section className={classes.bar} aria-label={t.plan}>
      <div className={classes.barRow}>
        <div className={classes.barState}>
          <SaveState snapshot={snapshot} />
          {open > 0 && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="orange"
              onClick={onOpen}
              leftSection={<IconListCheck size={14} aria-hidden />}
            >
              {t.problems(open)}
            </Button>
          )}
        </div>
        {children}
        <Group gap={6} wrap="nowrap" ml="auto">
          <Menu position="top-end" withinPortal>
            <Menu.Target>
              <Button variant="default" px="xs" aria-label={t.more}>
                <IconChevronUp size={18} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={
                  scheduled ? (
                    <IconArrowBackUp size={16} aria-hidden />
                  ) : (
                    <IconDeviceFloppy size={16} aria-hidden />
                  )
                }
                onClick={onDraft}
              >
                {scheduled ? t.backToDraft : t.saveDraft}
              </Menu.Item>
              {scheduled && dirty && (
                <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onDiscard}>
                  {t.discard}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
          <Button onClick={onMain} loading={busy}>
            {main}
          </Button>
        </Group>
      </div>
    </section>
  );
}
