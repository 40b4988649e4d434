import { IconFileText, IconMovie, IconPhoto, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { PostRow } from '../../../src/contract/api/posts.ts';
import { isWeb } from './is-web.ts';
import classes from './thumbnail.module.css';

/** A post's first picture or frame; without one, or if it cannot be fetched, a sign of what it is. */
export function Thumbnail({
  post,
  size = 44,
}: {
  post: Pick<PostRow, 'thumbnail' | 'film' | 'postType' | 'mediaCount'>;
  size?: number;
}) {
  const [broken, setBroken] = useState(false);
  const Icon = post.postType === 'video' ? IconMovie : post.postType === 'text' ? IconFileText : IconPhoto;
  const picture = isWeb(post.thumbnail) && !broken ? post.thumbnail : null;
  const film = isWeb(post.film) && !broken ? post.film : null;
  return (
    <div
      className={classes.thumbnail}
      data-film={film !== null || undefined}
      style={{ width: size, height: size }}
      aria-hidden
    >
      {picture !== null ? (
        <img
          src={picture}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          style={{ objectFit: 'cover' }}
          onError={() => setBroken(true)}
        />
      ) : film !== null ? (
        <video
          // From a little after the start: many films begin with black.
          src={`${film.split('#')[0]}#t=0.1`}
          width={size}
          height={size}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          style={{ objectFit: 'cover' }}
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon size={size * 0.5} stroke={1.5} />
      )}
      {post.postType === 'video' && (picture !== null || film !== null) && (
        <IconPlayerPlayFilled
          size={size * 0.36}
          style={{ position: 'absolute', color: 'white', filter: 'drop-shadow(0 0 2px rgb(0 0 0 / 80%))' }}
        />
      )}
      {post.mediaCount > 1 && <span className={classes.count}>{post.mediaCount}</span>}
    </div>
  );
}
