import { IconPhoto, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { MediaItem } from '../../../../../src/contract/api/posts.ts';
import { useWords } from '../../../words/index.tsx';
import { keyedMedia } from '../media/keyed-media.ts';
import classes from './preview.module.css';

/** One picture or the still of a video. */
export function Medium({ item, coverUrl }: { item: MediaItem; coverUrl: string | null }) {
  const [broken, setBroken] = useState(false);
  if (item.kind === 'image') {
    return broken ? (
      <span className={classes.broken}>
        <IconPhoto size={28} aria-hidden />
      </span>
    ) : (
      <img src={item.url} alt={item.alt} loading="lazy" onError={() => setBroken(true)} />
    );
  }
  return (
    <>
      {coverUrl ? (
        <img src={coverUrl} alt="" loading="lazy" />
      ) : (
        <video src={item.url} preload="metadata" muted playsInline tabIndex={-1} />
      )}
      <span className={classes.play} aria-hidden>
        <IconPlayerPlayFilled size={26} />
      </span>
    </>
  );
}

/** Up to four in a grid; the fourth says how many more there are. */
export function MediaGrid({
  media,
  coverUrl,
  strip = false,
}: {
  media: readonly MediaItem[];
  coverUrl: string | null;
  /** Side by side, to be swiped. */
  strip?: boolean;
}) {
  if (media.length === 0) return null;
  const shown = strip ? media : media.slice(0, 4);
  const hidden = media.length - shown.length;
  return (
    <div className={strip && media.length > 1 ? classes.strip : classes.grid} data-count={shown.length}>
      {keyedMedia(shown).map(({ key, item, index }) => (
        <div key={key} className={classes.cell}>
          <Medium item={item} coverUrl={coverUrl} />
          {hidden > 0 && index === shown.length - 1 && <span className={classes.extra}>+{hidden}</span>}
        </div>
      ))}
    </div>
  );
}

/** One at a time with dots below, in a frame of a given shape. */
export function Carousel({
  media,
  coverUrl,
  ratio,
  need,
}: {
  media: readonly MediaItem[];
  coverUrl: string | null;
  ratio: string;
  /** What to say while there is nothing to show. */
  need: string;
}) {
  const [first] = media;
  return (
    <div className={classes.frame} style={{ aspectRatio: ratio }}>
      {first ? <Medium item={first} coverUrl={coverUrl} /> : <span className={classes.need}>{need}</span>}
      {media.length > 1 && (
        <>
          <span className={classes.position}>1/{media.length}</span>
          <span className={classes.dots} aria-hidden>
            {keyedMedia(media.slice(0, 10)).map(({ key, index }) => (
              <i key={key} data-on={index === 0 || undefined} />
            ))}
          </span>
        </>
      )}
    </div>
  );
}

export function useNeeds() {
  const t = useWords().compose;
  return { media: t.noMediaYet, video: t.noVideoYet };
}
