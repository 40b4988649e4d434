import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconEye,
  IconHelp,
  IconPencil,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useRef, useState } from 'react';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { usePlace } from '../../api/place.ts';
import { possible } from '../../parts/possible.ts';
import { useWords } from '../../words/index.tsx';
import { type ActionKind, actionKinds, allows } from './use-post-actions.ts';

const icons = { duplicate: IconCopy, retry: IconRefresh, cancel: IconX, delete: IconTrash } as const;

export interface RowDoes {
  act(kind: ActionKind, post: PostRow): void;
  settle(post: PostRow): void;
}

interface Props {
  readonly post: PostRow;
  readonly label: string;
  readonly does: RowDoes;
}

/** The menu is made when it is first opened: thirty of them would take longer to draw than the rows they stand in. */
export function RowMenu(props: Props) {
  const [used, setUsed] = useState(false);
  return used ? <OpenMenu {...props} /> : <Dots label={props.label} onClick={() => setUsed(true)} />;
}

function Dots({ label, ...rest }: { label: string } & ComponentProps<'button'>) {
  const t = useWords().posts;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-haspopup="menu"
      aria-label={t.actionsOf(label)}
      {...rest}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
}

function OpenMenu({ post, label, does }: Props) {
  const words = useWords();
  const t = words.posts;
  const [opened, setOpened] = useState(true);
  const target = useRef<HTMLButtonElement>(null);
  const turn = (open: boolean) => {
    setOpened(open);
    // The button that was pressed is gone, and with it the place where the menu would return the keyboard to.
    if (!open) target.current?.focus();
  };
  const { canEdit } = usePlace();
  const can = possible(post);
  const params = { postId: post.id };
  return (
    <Menu position="bottom-end" withinPortal opened={opened} onChange={turn} returnFocus={false}>
      <Menu.Target>
        <Dots label={label} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to="/posts/$postId"
          params={params as never}
          leftSection={<IconEye size={16} aria-hidden />}
        >
          {t.open}
        </Menu.Item>
        {canEdit && can.edit && (
          <Menu.Item
            component={Link}
            to="/compose/$postId"
            params={params as never}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {words.general.edit}
          </Menu.Item>
        )}
        {canEdit && can.settle && (
          <Menu.Item leftSection={<IconHelp size={16} aria-hidden />} onClick={() => does.settle(post)}>
            {t.settle}
          </Menu.Item>
        )}
        {canEdit &&
          actionKinds
            .filter((kind) => allows(kind, post))
            .map((kind) => {
              const Icon = icons[kind];
              return (
                <Menu.Item
                  key={kind}
                  color={kind === 'delete' ? 'red' : undefined}
                  leftSection={<Icon size={16} aria-hidden />}
                  onClick={() => does.act(kind, post)}
                >
                  {t.actions[kind]}
                </Menu.Item>
              );
            })}
      </Menu.Dropdown>
    </Menu>
  );
}
