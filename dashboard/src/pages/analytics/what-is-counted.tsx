import { Accordion, Table, Text } from '@mantine/core';
import type { PlatformId } from '../../../../src/contract/platform-ids.ts';
import { platformMarks } from '../../parts/platform-mark.tsx';
import { useWords } from '../../words/index.tsx';
import { metrics, type Offered } from './numbers.ts';

/** The same word means different things on different platforms: here is what each of them counts. */
export function WhatIsCounted({
  platforms,
  offered,
}: {
  platforms: readonly PlatformId[];
  offered: Offered;
}) {
  const { general, analytics: t } = useWords();
  return (
    <Accordion variant="contained">
      <Accordion.Item value="counted">
        <Accordion.Control>{t.whatIsCounted}</Accordion.Control>
        <Accordion.Panel>
          <Text size="sm" c="dimmed">
            {t.whatIsCountedText}
          </Text>
          <Table.ScrollContainer minWidth={640} type="native">
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t.byPlatform}</Table.Th>
                  {metrics.map((metric) => (
                    <Table.Th key={metric}>{general.metrics[metric]}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {platforms.map((id) => (
                  <Table.Tr key={id}>
                    <Table.Th scope="row">{platformMarks[id].name}</Table.Th>
                    {metrics.map((metric) => (
                      <Table.Td key={metric}>
                        {offered.get(id)?.[metric] ?? (
                          <Text span size="sm" c="dimmed">
                            {t.notOffered}
                          </Text>
                        )}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
