import { ActionIcon, Affix } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../api/place.ts';
import { useWords } from '../words/index.tsx';

/** On a phone the header has no room for it; while writing nobody needs it. */
export function ComposeFloat({ path }: { path: string }) {
  const t = useWords().shell;
  const { canEdit } = usePlace();
  if (!canEdit || path.startsWith('/compose')) return null;
  return (
    <Affix position={{ bottom: 20, right: 16 }} zIndex={90} hiddenFrom="sm" component="aside">
      <ActionIcon
        component={Link}
        to="/compose"
        size={56}
        radius="xl"
        aria-label={t.compose}
        className="float"
      >
        <IconPencilPlus size={26} aria-hidden />
      </ActionIcon>
    </Affix>
  );
}
