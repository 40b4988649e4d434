import { IconMapPin } from '@tabler/icons-react';
import { useSettingWords } from '../../../parts/settings-form/use-setting-words.ts';
import { useWords } from '../../../words/index.tsx';
import { Avatar } from './avatar.tsx';
import { type CardProps, hostOf, settingText } from './card.ts';
import { Carousel, MediaGrid, useNeeds } from './media-view.tsx';
import classes from './preview.module.css';
import { RichText } from './rich-text.tsx';

/** Pinterest: the upright picture is the pin; title and text stand below it. */
export function PinCard({ account, look, text, media, coverUrl, settings }: CardProps) {
  const t = useWords().compose;
  const needs = useNeeds();
  const link = settingText(settings, 'link');
  const title = settingText(settings, 'title');
  return (
    <>
      <div className={classes.pin}>
        <Carousel media={media} coverUrl={coverUrl} ratio="2 / 3" need={needs.media} />
        <span className={classes.pinSave}>{t.savePin}</span>
        {link && <span className={classes.pinLink}>{hostOf(link)}</span>}
      </div>
      <div className={classes.inset}>
        {title && <strong className={classes.watchTitle}>{title}</strong>}
        <RichText text={text} look={look} />
        <span className={classes.owner}>
          <Avatar account={account} size={24} /> {account.name}
        </span>
      </div>
    </>
  );
}

/** Google Business: a card in the business's profile, with a button where one is set. */
export function PlaceCard({ account, look, text, media, coverUrl, settings }: CardProps) {
  const t = useWords().compose;
  const words = useSettingWords('google_business');
  const action = (settings.call_to_action as { action_type?: string } | undefined)?.action_type;
  const event = settings.event as { title?: string; start?: string; end?: string } | undefined;
  const topic = settingText(settings, 'topic_type');
  const moment = (wall: string | undefined) => wall?.replace('T', ' ') ?? '?';
  return (
    <>
      <div className={classes.head}>
        <Avatar account={account} size={36} />
        <div className={classes.names}>
          <strong>{account.name}</strong>
          <span>
            <IconMapPin size={12} aria-hidden /> {t.justNow}
          </span>
        </div>
      </div>
      <div className={classes.bleed}>
        <MediaGrid media={media.slice(0, 1)} coverUrl={coverUrl} />
      </div>
      <div className={classes.inset}>
        {topic && topic !== 'STANDARD' && (
          <span className={classes.topic}>{words.value('topic_type', topic) ?? topic}</span>
        )}
        {event?.title && <strong className={classes.watchTitle}>{event.title}</strong>}
        {event?.start && (
          <span className={classes.topic}>
            {moment(event.start)} – {moment(event.end)}
          </span>
        )}
        <RichText text={text} look={look} />
        {action && <span className={classes.cta}>{words.value('action_type', action) ?? action}</span>}
      </div>
    </>
  );
}
