import {
  IconBookmark,
  IconDots,
  IconHeart,
  IconHeartFilled,
  IconMessageCircle,
  IconMessageCircleFilled,
  IconMusic,
  IconSend2,
  IconShare3,
} from '@tabler/icons-react';
import { useWords } from '../../../words/index.tsx';
import { Avatar } from './avatar.tsx';
import { type CardProps, handleOf, settingText } from './card.ts';
import { Carousel, useNeeds } from './media-view.tsx';
import classes from './preview.module.css';
import { RichText } from './rich-text.tsx';

/** Instagram: the picture first, the caption below. A video is a Reel and upright. */
export function GramCard({ account, look, text, media, coverUrl }: CardProps) {
  const needs = useNeeds();
  return (
    <>
      <div className={classes.head}>
        <Avatar account={account} size={32} />
        <div className={classes.names}>
          <strong>{handleOf(account)}</strong>
        </div>
        <IconDots size={18} aria-hidden />
      </div>
      <Carousel
        media={media}
        coverUrl={coverUrl}
        ratio={media[0]?.kind === 'video' ? '9 / 14' : '4 / 5'}
        need={needs.media}
      />
      <div className={classes.gramActions} aria-hidden>
        <IconHeart size={22} />
        <IconMessageCircle size={22} />
        <IconSend2 size={22} />
        <IconBookmark size={22} style={{ marginLeft: 'auto' }} />
      </div>
      <div className={classes.inset}>
        {text && (
          <>
            <strong>{handleOf(account)}</strong>
            <RichText text={text} look={look} />
          </>
        )}
      </div>
    </>
  );
}

/** TikTok: the clip fills the screen, everything lies on top of it. */
export function ClipCard({ account, look, text, media, coverUrl, settings }: CardProps) {
  const needs = useNeeds();
  const photos = media.length > 0 && media[0]?.kind === 'image';
  const title = settingText(settings, 'title');
  return (
    <div className={classes.clip}>
      <Carousel media={media} coverUrl={coverUrl} ratio="9 / 16" need={needs.media} />
      <div className={classes.clipSide} aria-hidden>
        <Avatar account={account} size={40} />
        <IconHeartFilled size={28} />
        <IconMessageCircleFilled size={28} />
        <IconShare3 size={28} />
      </div>
      <div className={classes.clipText}>
        <strong>@{handleOf(account)}</strong>
        {photos && title && <strong>{title}</strong>}
        <RichText text={text} look={look} />
        <span className={classes.sound}>
          <IconMusic size={14} aria-hidden /> {account.name}
        </span>
      </div>
    </div>
  );
}

/** YouTube: the frame, the title, the channel, then the description. */
export function WatchCard({ account, look, text, media, coverUrl, settings }: CardProps) {
  const t = useWords().compose;
  const needs = useNeeds();
  const clips = media.filter((item) => item.kind === 'video');
  // As the adapter does: without a title the text's first line is one.
  const title = settingText(settings, 'title') || text.trim().split('\n')[0]?.slice(0, 100) || t.untitled;
  return (
    <>
      <Carousel media={clips} coverUrl={coverUrl} ratio="16 / 9" need={needs.video} />
      <div className={classes.inset}>
        <strong className={classes.watchTitle}>{title}</strong>
      </div>
      <div className={classes.head}>
        <Avatar account={account} size={34} />
        <div className={classes.names}>
          <strong>{account.name}</strong>
        </div>
        <span className={classes.pill}>{t.subscribe}</span>
      </div>
      {text && (
        <div className={classes.description}>
          <RichText text={text} look={look} />
        </div>
      )}
    </>
  );
}
