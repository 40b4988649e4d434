import { ActionIcon, Group, Stack, Text, Textarea } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPhoto,
  IconTrash,
  IconVideo,
} from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import type { MediaItem } from '../../../../../src/contract/api/posts.ts';
import { useWords } from '../../../words/index.tsx';
import classes from '../compose.module.css';

/** One attached medium: look, description, order. */
export function MediaRow({
  item,
  index,
  count,
  withAlt,
  disabled,
  onChange,
  onMove,
  onRemove,
}: {
  item: MediaItem;
  index: number;
  count: number;
  withAlt: boolean;
  disabled: boolean;
  onChange(item: MediaItem): void;
  onMove(from: number, to: number): void;
  onRemove(): void;
}) {
  const t = useWords().compose;
  const [dragged, setDragged] = useState(false);
  const drop = (event: DragEvent) => {
    const from = Number.parseInt(event.dataTransfer.getData(dragType), 10);
    if (!Number.isNaN(from)) {
      event.preventDefault();
      event.stopPropagation();
      onMove(from, index);
    }
  };
  const name = URL.parse(item.url)?.pathname.split('/').at(-1) || item.url;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is an extra; the buttons do the same by keyboard.
    <div
      className={classes.item}
      data-dragged={dragged || undefined}
      draggable={!disabled && count > 1}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, String(index));
        event.dataTransfer.effectAllowed = 'move';
        setDragged(true);
      }}
      onDragEnd={() => setDragged(false)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(dragType)) event.preventDefault();
      }}
      onDrop={drop}
    >
      <Thumb item={item} />
      <Stack gap={4}>
        <Group gap={6} wrap="nowrap">
          {count > 1 && !disabled && <IconGripVertical size={16} aria-hidden style={{ flexShrink: 0 }} />}
          <Text size="sm" truncate title={name}>
            {item.kind === 'video' ? t.video : t.image} {count > 1 ? index + 1 : ''} · {name}
          </Text>
        </Group>
        {withAlt && item.kind === 'image' && (
          <Textarea
            aria-label={t.alt(index + 1)}
            placeholder={t.altPlaceholder}
            value={item.alt}
            onChange={({ currentTarget: { value } }) => onChange({ ...item, alt: value })}
            autosize
            minRows={1}
            maxRows={4}
            maxLength={2000}
            disabled={disabled}
          />
        )}
      </Stack>
      <Group gap={2} wrap="nowrap">
        {count > 1 && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.moveUp(index + 1)}
              disabled={disabled || index === 0}
              onClick={() => onMove(index, index - 1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.moveDown(index + 1)}
              disabled={disabled || index === count - 1}
              onClick={() => onMove(index, index + 1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t.removeMedium(index + 1)}
          disabled={disabled}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  );
}

const dragType = 'application/x-postbote-media';

export function Thumb({ item }: { item: Pick<MediaItem, 'url' | 'kind'> }) {
  const [broken, setBroken] = useState(false);
  const Icon = item.kind === 'video' ? IconVideo : IconPhoto;
  return (
    <div className={classes.thumb}>
      <Icon size={26} stroke={1.5} aria-hidden style={{ position: 'absolute' }} />
      {!broken && item.kind === 'video' && (
        <video
          src={item.url}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          onError={() => setBroken(true)}
        />
      )}
      {!broken && item.kind === 'image' && (
        <img src={item.url} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
    </div>
  );
}
