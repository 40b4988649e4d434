import { ActionIcon, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import type { PlatformView } from '../../../../../src/contract/api/accounts.ts';
import { useWords } from '../../../words/index.tsx';
import classes from '../compose.module.css';
import { Heading } from '../heading.tsx';
import { AddByUrl } from './add-by-url.tsx';
import { imageTypes } from './file-types.ts';
import { Thumb } from './media-row.tsx';
import { UploadRows } from './upload-rows.tsx';
import type { Uploads } from './use-uploads.ts';

/** The picture that stands for a video until it plays. */
export function CoverField({
  coverUrl,
  onChange,
  uploads,
  platforms,
  disabled,
}: {
  coverUrl: string | null;
  onChange(url: string | null): void;
  uploads: Uploads;
  platforms: readonly PlatformView[];
  disabled: boolean;
}) {
  const t = useWords().compose;
  const takers = platforms.filter((one) => one.capabilities.cover).map((one) => one.name);
  return (
    <Stack gap="xs">
      <Heading>{t.cover}</Heading>
      <Text size="xs" c="dimmed">
        {t.coverHint} {takers.length > 0 && t.coverFor(takers.join(', '))}
      </Text>
      <UploadRows uploads={uploads} purpose="cover" />
      {coverUrl ? (
        <div className={classes.item}>
          <Thumb item={{ url: coverUrl, kind: 'image' }} />
          <Text size="sm" truncate>
            {coverUrl}
          </Text>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t.removeCover}
            disabled={disabled}
            onClick={() => onChange(null)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ) : (
        !disabled && (
          <Group gap="xs" align="flex-start">
            <FileButton onChange={(file) => file && uploads.add([file], 'cover')} accept={imageTypes}>
              {(props) => (
                <Button {...props} variant="light" leftSection={<IconPhotoPlus size={18} aria-hidden />}>
                  {t.uploadCover}
                </Button>
              )}
            </FileButton>
            <div style={{ flex: '1 1 260px' }}>
              <AddByUrl label={t.coverUrl} onAdd={(url) => onChange(url.href)} />
            </div>
          </Group>
        )
      )}
    </Stack>
  );
}
