import { Box, Button, Card, Center, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useLanguage } from '../words/index.tsx';

/** The frame of pages for people who are not signed in. */
export function OutsideCard({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}) {
  const { language, speak } = useLanguage();
  useEffect(() => {
    document.title = `${title} · Postbote`;
  }, [title]);
  const other = language === 'de' ? 'en' : 'de';
  return (
    <Center component="main" mih="100vh" p="md" bg="var(--mantine-color-default-hover)">
      <Box w="100%" maw={440}>
        <Group justify="center" mb="lg" gap="sm">
          <img src="/postbote.svg" alt="" width={44} height={44} />
          <Text fw={700} size="xl">
            Postbote
          </Text>
        </Group>
        <Card withBorder shadow="sm" padding="xl" radius="lg">
          <Stack gap="md">
            <div>
              <Title order={1} size="h3">
                {title}
              </Title>
              {text && (
                <Text c="dimmed" mt={4}>
                  {text}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Card>
        <Group justify="center" mt="md">
          <Button variant="subtle" size="compact-sm" lang={other} onClick={() => speak(other)}>
            {{ de: 'Deutsch', en: 'English' }[other]}
          </Button>
        </Group>
      </Box>
    </Center>
  );
}
