import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A titled box on a page. */
export function Section({
  title,
  text,
  danger = false,
  children,
}: {
  title: string;
  text?: string;
  danger?: boolean;
  children?: ReactNode;
}) {
  return (
    <Card
      withBorder
      padding="lg"
      component="section"
      style={danger ? { borderColor: 'var(--mantine-color-red-6)' } : undefined}
    >
      <Stack gap="md" maw={640}>
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {text && (
            <Text c="dimmed" size="sm">
              {text}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Card>
  );
}
