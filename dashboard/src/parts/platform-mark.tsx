import {
  siBluesky,
  siFacebook,
  siGoogle,
  siInstagram,
  siPinterest,
  siThreads,
  siTiktok,
  siX,
  siYoutube,
} from 'simple-icons';
import type { PlatformId } from '../../../src/contract/platform-ids.ts';
import classes from './marks.module.css';

interface Mark {
  readonly name: string;
  readonly color: string;
  readonly path: string;
}

/** LinkedIn's mark is not in the collection: a plain "in" of our own. */
const linkedin =
  'M3 8h4v13H3zM5 2.5a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8zM9.5 8h3.8v1.8h.1c.5-1 1.8-2.1 3.8-2.1 4 0 4.8 2.6 4.8 6V21h-4v-6.5c0-1.5 0-3.5-2.2-3.5s-2.4 1.7-2.4 3.4V21H9.5z';

export const platformMarks: Record<PlatformId, Mark> = {
  instagram: { name: 'Instagram', color: '#d6006a', path: siInstagram.path },
  tiktok: { name: 'TikTok', color: '#111111', path: siTiktok.path },
  youtube: { name: 'YouTube', color: '#e00000', path: siYoutube.path },
  twitter: { name: 'X', color: '#111111', path: siX.path },
  linkedin: { name: 'LinkedIn', color: '#0a66c2', path: linkedin },
  facebook: { name: 'Facebook', color: '#0866ff', path: siFacebook.path },
  pinterest: { name: 'Pinterest', color: '#bd081c', path: siPinterest.path },
  threads: { name: 'Threads', color: '#111111', path: siThreads.path },
  bluesky: { name: 'Bluesky', color: '#0f73de', path: siBluesky.path },
  google_business: { name: 'Google Business', color: '#1a73e8', path: siGoogle.path },
};

/**
 * The platform's mark in a coloured tile; its name is read aloud unless the name stands beside it. Lists show hundreds:
 * plain elements, since a component of the library costs more to draw than all that is in this one.
 */
export function PlatformMark({
  platform,
  size = 22,
  silent = false,
}: {
  platform: PlatformId;
  size?: number;
  silent?: boolean;
}) {
  const mark = platformMarks[platform];
  return (
    <span
      className={classes.platform}
      title={silent ? undefined : mark.name}
      style={{ width: size, height: size, borderRadius: size / 4, background: mark.color }}
    >
      <svg
        viewBox="0 0 24 24"
        width={size * 0.6}
        height={size * 0.6}
        fill="#fff"
        role={silent ? 'presentation' : 'img'}
        aria-label={silent ? undefined : mark.name}
        aria-hidden={silent}
      >
        <path d={mark.path} />
      </svg>
    </span>
  );
}
