import { Badge, Button, Group, Stack, Tabs, Text, Textarea } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { PlatformView } from '../../../../src/contract/api/accounts.ts';
import type { Composition } from '../../../../src/contract/api/posts.ts';
import type { PlatformId } from '../../../../src/contract/platform-ids.ts';
import { PlatformMark } from '../../parts/platform-mark.tsx';
import { useWords } from '../../words/index.tsx';
import classes from './compose.module.css';
import { textFor } from './composition.ts';
import { Counters } from './counters.tsx';

export type TextTab = 'all' | PlatformId;

/** One text for all, and a tab for each platform: typing there gives it a text of its own. */
export function TextField({
  composition,
  platforms,
  tab,
  onTab,
  onChange,
  disabled,
  autoFocus,
}: {
  composition: Composition;
  platforms: readonly PlatformView[];
  tab: TextTab;
  onTab(tab: TextTab): void;
  onChange(patch: Partial<Composition>): void;
  disabled: boolean;
  autoFocus: boolean;
}) {
  const t = useWords().compose;
  const platform = platforms.find((one) => one.id === tab) ?? null;
  const own = platform ? composition.texts[platform.id] : undefined;
  const write = (text: string) =>
    onChange(platform ? { texts: { ...composition.texts, [platform.id]: text } } : { text });
  const back = (id: PlatformId) => {
    const { [id]: _, ...texts } = composition.texts;
    onChange({ texts });
  };
  return (
    <Tabs
      value={platform?.id ?? 'all'}
      onChange={(next) => onTab((next ?? 'all') as TextTab)}
      keepMounted={false}
    >
      <Stack gap="xs">
        {platforms.length > 0 && (
          <Tabs.List aria-label={t.text} className={classes.tabs}>
            <Tabs.Tab value="all">{t.allPlatforms}</Tabs.Tab>
            {platforms.map(({ id, name }) => (
              <Tabs.Tab
                key={id}
                value={id}
                leftSection={<PlatformMark platform={id} size={18} silent />}
                rightSection={
                  composition.texts[id] === undefined ? null : (
                    <Badge size="xs" variant="light" tt="none">
                      {t.ownText}
                    </Badge>
                  )
                }
              >
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        )}
        <Tabs.Panel value={platform?.id ?? 'all'} tabIndex={-1}>
          <Stack gap={6}>
            <Textarea
              label={platform ? t.textFor(platform.name) : t.text}
              placeholder={t.textPlaceholder}
              value={platform ? textFor(composition, platform.id) : composition.text}
              onChange={({ currentTarget: { value } }) => write(value)}
              autosize
              minRows={6}
              maxRows={24}
              maxLength={20_000}
              // Read, marked and copied it may be by everybody.
              readOnly={disabled}
              spellCheck
              autoFocus={autoFocus}
            />
            {platform && (
              <Group justify="space-between" gap="xs">
                <Text size="xs" c="dimmed">
                  {own === undefined ? t.sharedTextHint(platform.name) : t.ownTextHint(platform.name)}
                </Text>
                {own !== undefined && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    leftSection={<IconArrowBackUp size={14} aria-hidden />}
                    onClick={() => back(platform.id)}
                    disabled={disabled}
                  >
                    {t.backToShared}
                  </Button>
                )}
              </Group>
            )}
          </Stack>
        </Tabs.Panel>
        <Counters composition={composition} platforms={platform ? [platform] : platforms} />
      </Stack>
    </Tabs>
  );
}
