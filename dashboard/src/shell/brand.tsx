import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

export function Brand() {
  return (
    <Link to="/" aria-label="Postbote" style={{ textDecoration: 'none', color: 'inherit' }}>
      <Group gap={8} wrap="nowrap">
        <img src="/postbote.svg" alt="" width={30} height={30} />
        <Text fw={700} size="lg" visibleFrom="xs">
          Postbote
        </Text>
      </Group>
    </Link>
  );
}
