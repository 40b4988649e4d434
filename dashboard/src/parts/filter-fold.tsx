import { Box, Button, Collapse, Group } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useWords } from '../words/index.tsx';

/** Filters in a row; on a phone they wait behind a button that tells how many are set. */
export function FilterFold({ active, children }: { active: number; children: ReactNode }) {
  const t = useWords().posts.filter;
  const id = useId();
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [opened, { toggle }] = useDisclosure();
  const row = (
    <Group gap="xs" align="flex-start" flex={3}>
      {children}
    </Group>
  );
  if (!narrow) return row;
  return (
    <Box w="100%">
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={toggle}
      >
        {t.filters(active)}
      </Button>
      <Collapse expanded={opened} id={id} pt="xs">
        {row}
      </Collapse>
    </Box>
  );
}
