import { Box, Text } from '@mantine/core';
import { IconFileText, IconMovie, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { PostRow } from '../../../src/contract/api/posts.ts';

/** A post's first picture; without one, or if it cannot be fetched, a sign of what it is. */
export function Thumbnail({
  post,
  size = 44,
}: {
  post: Pick<PostRow, 'thumbnail' | 'postType' | 'mediaCount'>;
  size?: number;
}) {
  const [broken, setBroken] = useState(false);
  const Icon = post.postType === 'video' ? IconMovie : post.postType === 'text' ? IconFileText : IconPhoto;
  const shown = post.thumbnail !== null && /^https?:|^\//.test(post.thumbnail) && !broken;
  return (
    <Box
      w={size}
      h={size}
      pos="relative"
      bg="var(--mantine-color-default-hover)"
      c="dimmed"
      style={{ borderRadius: 8, overflow: 'hidden', display: 'grid', placeItems: 'center', flexShrink: 0 }}
      aria-hidden
    >
      {shown ? (
        <img
          src={post.thumbnail ?? ''}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          style={{ objectFit: 'cover' }}
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon size={size * 0.5} stroke={1.5} />
      )}
      {post.mediaCount > 1 && (
        <Text
          component="span"
          size="xs"
          fw={700}
          c="white"
          bg="rgb(0 0 0 / 70%)"
          px={4}
          pos="absolute"
          right={0}
          bottom={0}
          lh={1.3}
        >
          {post.mediaCount}
        </Text>
      )}
    </Box>
  );
}
