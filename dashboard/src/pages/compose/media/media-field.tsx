import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconLink, IconPhotoPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { PlatformView } from '../../../../../src/contract/api/accounts.ts';
import type { MediaItem } from '../../../../../src/contract/api/posts.ts';
import { useWords } from '../../../words/index.tsx';
import classes from '../compose.module.css';
import { Heading } from '../heading.tsx';
import { AddByUrl } from './add-by-url.tsx';
import { mediaTypes } from './file-types.ts';
import { guessKind } from './guess-kind.ts';
import { keyedMedia } from './keyed-media.ts';
import { MediaRow } from './media-row.tsx';
import { UploadRows } from './upload-rows.tsx';
import type { Uploads } from './use-uploads.ts';

type Change = (patch: (media: readonly MediaItem[]) => MediaItem[]) => void;

/** The contract's limit; no platform takes more. */
export const mostMedia = 35;

/** Everything attached, in order, and the ways to attach more. */
export function MediaField({
  media,
  onChange,
  uploads,
  onFiles,
  platforms,
  dropping,
  disabled,
}: {
  media: readonly MediaItem[];
  onChange: Change;
  uploads: Uploads;
  onFiles(files: readonly File[]): void;
  platforms: readonly PlatformView[];
  dropping: boolean;
  disabled: boolean;
}) {
  const t = useWords().compose;
  const [byUrl, setByUrl] = useState(false);
  const withAlt = platforms.some((one) => one.capabilities.altText) || media.some((one) => one.alt !== '');
  const move = (from: number, to: number) =>
    onChange((all) => {
      const moved = all[from];
      return moved ? all.toSpliced(from, 1).toSpliced(to, 0, moved) : [...all];
    });
  return (
    <Stack gap="xs">
      <Heading>{t.media}</Heading>
      {keyedMedia(media).map(({ key, item, index }) => (
        <MediaRow
          key={key}
          item={item}
          index={index}
          count={media.length}
          withAlt={withAlt}
          disabled={disabled}
          onChange={(next) => onChange((all) => all.map((one, at) => (at === index ? next : one)))}
          onMove={move}
          onRemove={() => onChange((all) => all.toSpliced(index, 1))}
        />
      ))}
      <UploadRows uploads={uploads} purpose="media" />
      {!disabled && media.length < mostMedia && (
        <div className={classes.drop} data-over={dropping || undefined}>
          <Text size="sm" c="dimmed" mb="xs">
            {dropping ? t.dropHere : t.mediaHint}
          </Text>
          <Group gap="xs" justify="center">
            <FileButton onChange={onFiles} accept={mediaTypes} multiple>
              {(props) => (
                <Button {...props} variant="light" leftSection={<IconPhotoPlus size={18} aria-hidden />}>
                  {t.pickFiles}
                </Button>
              )}
            </FileButton>
            <Button
              variant="default"
              leftSection={<IconLink size={18} aria-hidden />}
              aria-expanded={byUrl}
              onClick={() => setByUrl(!byUrl)}
            >
              {t.addByUrl}
            </Button>
          </Group>
        </div>
      )}
      {byUrl && !disabled && (
        <AddByUrl
          label={t.urlLabel}
          onAdd={async (url) => {
            const kind = await guessKind(url);
            onChange((all) =>
              all.some((one) => one.url === url.href) ? [...all] : [...all, { url: url.href, kind, alt: '' }],
            );
          }}
        />
      )}
    </Stack>
  );
}
