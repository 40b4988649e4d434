import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { IconMailQuestion } from '@tabler/icons-react';
import { useWords } from '../words/index.tsx';

/** Both leave by a plain link: whatever broke is gone after it. */
export function NotFound() {
  const t = useWords().shell;
  return <Lost title={t.notFound} action={t.toHome} href="/" />;
}

export function Broken() {
  const t = useWords().shell;
  return <Lost title={t.broken} action={t.reload} href={location.href} />;
}

function Lost({ title, action, href }: { title: string; action: string; href: string }) {
  return (
    <Center component="main" mih="60vh" p="lg">
      <Stack align="center" gap="sm">
        <Text c="dimmed" aria-hidden>
          <IconMailQuestion size={48} stroke={1.4} />
        </Text>
        <Title order={1} size="h3" ta="center">
          {title}
        </Title>
        <Button component="a" href={href}>
          {action}
        </Button>
      </Stack>
    </Center>
  );
}
