import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Of one part of the editor. */
export function Heading({ children, hint }: { children: ReactNode; hint?: string }) {
  return (
    <div>
      <Text fw={600} size="sm" component="h2">
        {children}
      </Text>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </div>
  );
}
