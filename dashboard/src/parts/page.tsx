import { Container, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ErrorNote } from './problem-text.tsx';

/** The frame of every page: one heading, what can be done, the content. */
export function Page({
  title,
  intro,
  actions,
  wide = false,
  children,
}: {
  title: string;
  intro?: string;
  actions?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Postbote`;
  }, [title]);
  return (
    <Container size={wide ? 1600 : 1120} px={{ base: 'sm', sm: 'lg' }} py="lg">
      <Stack gap="lg">
        <Group justify="space-between" align="flex-end" gap="sm">
          <div>
            <Title order={1} size="h2">
              {title}
            </Title>
            {intro && (
              <Text c="dimmed" maw={680}>
                {intro}
              </Text>
            )}
          </div>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </Container>
  );
}

/** Waiting, trouble and content of something that is read. */
export function Loaded<T>({
  query,
  height = 160,
  children,
}: {
  query: UseQueryResult<T, Error>;
  height?: number;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorNote error={query.error} retry={() => void query.refetch()} />;
  return <Skeleton h={height} radius="md" aria-busy />;
}

export function EmptyState({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      <Text c="dimmed" aria-hidden>
        {icon}
      </Text>
      <Text fw={600}>{title}</Text>
      {text && (
        <Text c="dimmed" maw={460}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  );
}
