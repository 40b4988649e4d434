import { Card, SimpleGrid, Text } from '@mantine/core';
import { useLanguage, useWords } from '../../words/index.tsx';

const shown = ['scheduled', 'published30', 'drafts', 'accounts'] as const;

export function Counts({ counts }: { counts: Record<(typeof shown)[number], number> }) {
  const t = useWords().home;
  const { language } = useLanguage();
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }}>
      {shown.map((name) => (
        <Card key={name} withBorder padding="md">
          <Text fz={28} fw={700} lh={1.1}>
            {counts[name].toLocaleString(language)}
          </Text>
          <Text size="sm" c="dimmed">
            {t.counts[name]}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
