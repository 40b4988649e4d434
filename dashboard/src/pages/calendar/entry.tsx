import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { platformsAmong } from '../../parts/by-platform.ts';
import { PlatformMark, platformMarks } from '../../parts/platform-mark.tsx';
import { possible } from '../../parts/possible.ts';
import { stateColor } from '../../parts/state-badge.tsx';
import { StateIcon } from '../../parts/state-icon.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import classes from './calendar.module.css';
import { useCalendarDoes } from './grid-context.ts';

/**
 * A post in the calendar: one entry, however many accounts it goes to. A month may show two hundred, so each is drawn anew
 * only when something about it has changed.
 */
export const Entry = memo(function Entry({ post, roomy = false }: { post: PostRow; roomy?: boolean }) {
  const words = useWords();
  const time = useTime();
  const does = useCalendarDoes();
  const movable = does.canEdit && possible(post).move;
  const platforms = platformsAmong(post.deliveries);
  const color = stateColor(post.state);
  const text = post.text || words.general.postTypes[post.postType];
  const clock = post.scheduledAt === null ? '' : time.clock(post.scheduledAt);
  const room = roomy ? 6 : 3;
  const most = platforms.length > room ? room - 1 : room;
  return (
    <UnstyledButton
      className={classes.entry}
      data-movable={movable || undefined}
      data-dragged={does.dragged?.id === post.id || undefined}
      draggable={movable}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', post.id);
        event.dataTransfer.effectAllowed = 'move';
        does.drag(post);
      }}
      onDragEnd={() => does.drag(null)}
      onClick={() => does.open(post)}
      title={text.slice(0, 200)}
      style={{
        '--entry': `var(--mantine-color-${color}-light)`,
        '--edge': `var(--mantine-color-${color}-light-color)`,
      }}
    >
      <span className={classes.entryHead}>
        <StateIcon state={post.state} size={13} />
        <Text span size="xs" fw={600}>
          {clock}
        </Text>
        <span className={classes.marks}>
          {platforms.slice(0, most).map((platform) => (
            <PlatformMark key={platform} platform={platform} size={15} silent />
          ))}
          {platforms.length > most && (
            <Text span size="xs">
              +{platforms.length - most}
            </Text>
          )}
        </span>
      </span>
      {roomy ? (
        <Text span size="xs" lineClamp={2} className={classes.entryText}>
          {text}
        </Text>
      ) : (
        <Text span size="xs" truncate className={classes.entryText}>
          {text}
        </Text>
      )}
      <VisuallyHidden>
        {`, ${words.general.postStates[post.state]}, ${platforms.map((id) => platformMarks[id].name).join(', ')}`}
      </VisuallyHidden>
    </UnstyledButton>
  );
});
