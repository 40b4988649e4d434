import {
  IconHeart,
  IconMessageCircle,
  IconRepeat,
  IconSend2,
  IconShare3,
  IconThumbUp,
  IconWorld,
} from '@tabler/icons-react';
import { useWords } from '../../../words/index.tsx';
import { Avatar } from './avatar.tsx';
import { type CardProps, handleOf, hostOf, settingText } from './card.ts';
import { MediaGrid } from './media-view.tsx';
import classes from './preview.module.css';
import { RichText } from './rich-text.tsx';

/** X, Threads and Bluesky: all beside the picture. LinkedIn and Facebook: a head, then the full width. */
export function FeedCard(props: CardProps) {
  return props.look.head === 'beside' ? <Beside {...props} /> : <Above {...props} />;
}

function Beside({ account, look, text, media, coverUrl, settings }: CardProps) {
  const t = useWords().compose;
  const strip = account.platform === 'threads';
  return (
    <div className={classes.beside}>
      <Avatar account={account} />
      <div className={classes.body}>
        <div className={classes.byline}>
          <strong>{strip ? handleOf(account) : account.name}</strong>
          <span>{strip ? t.justNow : `@${handleOf(account)} · ${t.justNow}`}</span>
        </div>
        <RichText text={text} look={look} />
        <MediaGrid media={media} coverUrl={coverUrl} strip={strip} />
        {media.length === 0 && <LinkCard url={settingText(settings, 'link_attachment')} />}
        <div className={classes.actions} aria-hidden>
          <IconMessageCircle size={17} />
          <IconRepeat size={17} />
          <IconHeart size={17} />
          <IconShare3 size={17} />
        </div>
      </div>
    </div>
  );
}

function Above({ account, look, text, media, coverUrl, settings }: CardProps) {
  const t = useWords().compose;
  return (
    <>
      <div className={classes.head}>
        <Avatar account={account} size={44} />
        <div className={classes.names}>
          <strong>{account.name}</strong>
          <span>
            {t.justNow} · <IconWorld size={12} aria-hidden />
          </span>
        </div>
      </div>
      <div className={classes.inset}>
        <RichText text={text} look={look} />
      </div>
      <div className={classes.bleed}>
        <MediaGrid media={media} coverUrl={coverUrl} />
        {media.length === 0 && <LinkCard {...linkOf(settings)} />}
      </div>
      <Poll poll={settings.poll} />
      <div className={classes.actionRow} aria-hidden>
        <IconThumbUp size={18} />
        <IconMessageCircle size={18} />
        <IconRepeat size={18} />
        <IconSend2 size={18} />
      </div>
    </>
  );
}

/** LinkedIn's card is written out in the settings; Facebook builds its own from the address. */
function linkOf(settings: CardProps['settings']): { url: string; title?: string } {
  const article = settings.article as { url?: string; title?: string } | undefined;
  if (article?.url) return { url: article.url, title: article.title ?? '' };
  return { url: settingText(settings, 'link') };
}

function LinkCard({ url, title }: { url: string; title?: string }) {
  if (!url) return null;
  return (
    <div className={classes.linkCard}>
      <span>{hostOf(url)}</span>
      <strong>{title || url}</strong>
    </div>
  );
}

function Poll({ poll }: { poll: unknown }) {
  const { question, options } = (poll ?? {}) as { question?: unknown; options?: unknown };
  if (typeof question !== 'string' || !Array.isArray(options)) return null;
  return (
    <div className={classes.inset}>
      <strong>{question}</strong>
      {options.map((option) => (
        <div key={String(option)} className={classes.option}>
          {String(option)}
        </div>
      ))}
    </div>
  );
}
