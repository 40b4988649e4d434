import { Group } from '@mantine/core';
import { IconKey, IconUser } from '@tabler/icons-react';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { DeliveryMarks } from '../../parts/delivery-marks.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { PostStateBadge } from '../../parts/state-badge.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import classes from './posts.module.css';
import { type RowDoes, RowMenu } from './row-menu.tsx';

export interface RowProps {
  readonly post: PostRow;
  readonly selected: boolean;
  /** Null: this person may not change anything. */
  readonly onSelect: ((post: PostRow, selected: boolean) => void) | null;
  readonly does: RowDoes;
}

/** One line of the table. */
export function PostLine(props: RowProps) {
  const { post } = props;
  return (
    <>
      <td>
        <Select {...props} />
      </td>
      <td>
        <div className={classes.post}>
          <Thumbnail post={post} />
          <Title post={post} lines={2} />
        </div>
      </td>
      <td>
        <DeliveryMarks deliveries={post.deliveries} most={5} />
      </td>
      <td>
        <When post={post} />
      </td>
      <td>
        <PostStateBadge state={post.state} />
      </td>
      <td>
        <Author post={post} />
      </td>
      <td>
        <RowMenu post={post} label={nameOf(post, useWords().general.postTypes)} does={props.does} />
      </td>
    </>
  );
}

/** The same on a phone. */
export function PostCard(props: RowProps) {
  const { post } = props;
  const label = nameOf(post, useWords().general.postTypes);
  return (
    <div className={classes.card}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Select {...props} />
        <Thumbnail post={post} />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Title post={post} lines={2} />
        </div>
        <RowMenu post={post} label={label} does={props.does} />
      </Group>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <DeliveryMarks deliveries={post.deliveries} most={5} />
        <PostStateBadge state={post.state} />
      </Group>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <When post={post} />
        <Author post={post} />
      </Group>
    </div>
  );
}

const nameOf = (post: PostRow, types: Record<PostRow['postType'], string>): string =>
  post.text.slice(0, 60) || types[post.postType];

function Select({ post, selected, onSelect }: RowProps) {
  const words = useWords();
  if (!onSelect) return null;
  return (
    <input
      type="checkbox"
      className={classes.check}
      aria-label={words.posts.select(nameOf(post, words.general.postTypes))}
      checked={selected}
      onChange={(event) => onSelect(post, event.currentTarget.checked)}
    />
  );
}

function Title({ post, lines }: { post: PostRow; lines: number }) {
  const types = useWords().general.postTypes;
  return (
    <AnchorLink to="/posts/$postId" params={{ postId: post.id }} c="inherit" size="sm" lineClamp={lines}>
      {post.text || types[post.postType]}
    </AnchorLink>
  );
}

function When({ post }: { post: PostRow }) {
  const t = useWords().posts;
  const time = useTime();
  if (post.scheduledAt === null) {
    return <span className={classes.quiet}>{t.noTime}</span>;
  }
  const at = post.scheduledAt;
  return (
    <time
      className={classes.small}
      dateTime={new Date(at).toISOString()}
      // Told when asked for: a second format for every row costs more than the row.
      onPointerEnter={(event) => event.currentTarget.setAttribute('title', time.long(at))}
    >
      {time.short(at)}
    </time>
  );
}

function Author({ post }: { post: PostRow }) {
  const t = useWords().posts;
  const Icon = post.viaApi ? IconKey : IconUser;
  return (
    <span className={classes.author} title={post.viaApi ? t.viaApi : undefined}>
      <Icon size={15} aria-hidden style={{ flexShrink: 0 }} />
      <span>{post.author ?? t.unknownAuthor}</span>
    </span>
  );
}
