import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../api/place.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Section } from '../../parts/section.tsx';
import { useLanguage, useWords } from '../../words/index.tsx';
import { type ClientSetup, clientSetups } from './client-setups.ts';

export function ClientSetupSection({ secret }: { secret: string | null }) {
  const t = useWords().keys;
  const { language } = useLanguage();
  const { me } = usePlace();
  const setups = clientSetups(me.baseUrl, secret ?? (language === 'de' ? 'DEIN_SCHLÜSSEL' : 'YOUR_KEY'));
  const [name, setName] = useState(setups[0]?.name ?? '');
  const chosen = setups.find((one) => one.name === name) ?? setups[0];
  return (
    <Section title={t.setup} text={t.setupText}>
      <Select
        aria-label={t.setup}
        data={setups.map((one) => one.name)}
        allowDeselect={false}
        searchable
        value={name}
        onChange={(value) => value && setName(value)}
      />
      {chosen && (
        <Stack gap="xs">
          <Text size="sm">{stepOf(chosen, t.steps)}</Text>
          <CopyField value={chosen.text} label={chosen.name} />
          {secret === null && (
            <Text size="sm" c="dimmed">
              {t.placeholder}
            </Text>
          )}
        </Stack>
      )}
    </Section>
  );
}

function stepOf({ how }: ClientSetup, steps: ReturnType<typeof useWords>['keys']['steps']): string {
  return typeof how === 'string' ? steps[how] : steps.file(how.file);
}
