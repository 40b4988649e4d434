import { Anchor, Card, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { MediaItem, PostView } from '../../../../src/contract/api/posts.ts';
import type { PlatformId } from '../../../../src/contract/platform-ids.ts';
import { isWeb } from '../../parts/is-web.ts';
import { platformMarks } from '../../parts/platform-mark.tsx';
import { useWords } from '../../words/index.tsx';
import classes from './post.module.css';

/** What was written, as it goes out: the common text, each platform's own, the media. */
export function ContentCard({ post }: { post: PostView }) {
  const t = useWords().post;
  const { text, texts, media, coverUrl } = post.composition;
  const own = Map.groupBy(Object.entries(texts) as [PlatformId, string][], ([, said]) => said);
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="md">
        <Title order={2} size="h4">
          {t.content}
        </Title>
        {text === '' ? <Text c="dimmed">{t.noText}</Text> : <Text className={classes.text}>{text}</Text>}
        {[...own].map(([said, entries]) => (
          <div key={said}>
            <Text size="sm" fw={600}>
              {t.ownText(entries.map(([platform]) => platformMarks[platform].name).join(', '))}
            </Text>
            <Text size="sm" className={classes.text}>
              {said}
            </Text>
          </div>
        ))}
        {media.length > 0 && (
          <ul className={classes.media} aria-label={t.media}>
            {media.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice.
              <li key={index}>
                <Medium item={item} label={t.mediaOf(index + 1)} poster={coverUrl} />
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Card>
  );
}

function Medium({ item, label, poster }: { item: MediaItem; label: string; poster: string | null }) {
  const [broken, setBroken] = useState(false);
  if (!isWeb(item.url)) return <Text size="sm">{item.url}</Text>;
  if (broken) {
    return (
      <Anchor href={item.url} target="_blank" rel="noreferrer" size="sm">
        {label}
      </Anchor>
    );
  }
  if (item.kind === 'image') {
    return <img src={item.url} alt={item.alt || label} loading="lazy" onError={() => setBroken(true)} />;
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: it is the user's own film, as the platforms get it.
    <video
      src={item.url}
      controls
      preload="metadata"
      aria-label={item.alt || label}
      poster={isWeb(poster) ? poster : undefined}
      onError={() => setBroken(true)}
    />
  );
}
