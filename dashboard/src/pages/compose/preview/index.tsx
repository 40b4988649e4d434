import { Group, Stack, Text } from '@mantine/core';
import type { ComponentType } from 'react';
import type { Composition } from '../../../../../src/contract/api/posts.ts';
import type { PlatformId } from '../../../../../src/contract/platform-ids.ts';
import { PlatformMark } from '../../../parts/platform-mark.tsx';
import { useWords } from '../../../words/index.tsx';
import { platformsOf, type Sheets, textFor } from '../composition.ts';
import { ClipCard, GramCard, WatchCard } from './app-cards.tsx';
import type { CardProps } from './card.ts';
import { FeedCard } from './feed-card.tsx';
import { type Look, looks } from './looks.ts';
import classes from './preview.module.css';
import { PinCard, PlaceCard } from './shop-cards.tsx';

const cards: Record<Look['layout'], ComponentType<CardProps>> = {
  feed: FeedCard,
  gram: GramCard,
  clip: ClipCard,
  watch: WatchCard,
  pin: PinCard,
  place: PlaceCard,
};

/** The post as each chosen platform would show it. */
export default function PreviewList({
  composition,
  sheets,
  only,
}: {
  composition: Composition;
  sheets: Sheets;
  /** The platform whose text is being written; null: all of them. */
  only: PlatformId | null;
}) {
  const t = useWords().compose;
  const chosen = platformsOf(composition, sheets);
  const shown = chosen.filter((one) => only === null || one.id === only);
  const platforms = shown.length > 0 ? shown : chosen;
  return (
    <Stack gap="lg">
      <Text size="xs" c="dimmed">
        {t.previewHint}
      </Text>
      {platforms.map(({ id, name }) => {
        const accounts = sheets.accounts.filter(
          (one) => one.platform === id && composition.accountIds.includes(one.id),
        );
        const [account] = accounts;
        if (!account) return null;
        const look = looks[id];
        const Card = cards[look.layout];
        return (
          <section key={id} aria-label={t.previewFor(name)}>
            <Group gap="xs" mb={6}>
              <PlatformMark platform={id} size={18} silent />
              <Text size="sm" fw={500}>
                {name}
              </Text>
              {accounts.length > 1 && (
                <Text size="xs" c="dimmed">
                  {account.name} {t.moreAccounts(accounts.length - 1)}
                </Text>
              )}
            </Group>
            <article className={classes.card} data-platform={id}>
              <Card
                account={account}
                look={look}
                text={textFor(composition, id)}
                media={composition.media}
                coverUrl={composition.coverUrl}
                settings={{ ...account.settings, ...composition.settings[account.id] }}
              />
            </article>
          </section>
        );
      })}
    </Stack>
  );
}
