import { PostboteError } from '../../errors.ts';
import type { Publishing } from '../publishing.ts';
import type { Creator } from './api.ts';
import { type Audience, audiences, type TiktokSettings } from './settings.ts';

type At = Publishing<TiktokSettings>;

/** One of the levels that creator_info offers today: a choice made earlier may no longer be among them. */
export function chooseAudience(creator: Creator, settings: TiktokSettings): Audience {
  const { privacy_level: chosen, brand_content_toggle: isBranded } = settings;
  const wanted = chosen ? [chosen] : audiences;
  const found = wanted.find(
    (level) => creator.privacy_level_options.includes(level) && !(isBranded && level === 'SELF_ONLY'),
  );
  if (found) return found;
  throw new PostboteError('platform_rejected', {
    facts: {
      platform: 'tiktok',
      reason: 'privacy_level_option_mismatch',
      options: creator.privacy_level_options,
    },
    raw: `creator_info offers ${creator.privacy_level_options.join(', ')}`,
  });
}

/**
 * An app that has not passed TikTok's audit may only post for the creator's own eyes, which only the refusal
 * tells. Where nobody chose an audience, that is then the widest one.
 */
export async function withAudience<T extends object>(
  at: At,
  creator: Creator,
  send: (privacy: Audience) => Promise<T>,
): Promise<T & { privacy: Audience }> {
  const { settings } = at.post;
  const privacy = chooseAudience(creator, settings);
  try {
    return { ...(await send(privacy)), privacy };
  } catch (error) {
    const isOpen = settings.privacy_level === undefined && !settings.brand_content_toggle;
    if (!isOpen || privacy === 'SELF_ONLY' || !isUnaudited(error)) throw error;
    return { ...(await send('SELF_ONLY')), privacy: 'SELF_ONLY' };
  }
}

function isUnaudited(error: unknown): boolean {
  return (
    error instanceof PostboteError &&
    error.outcome === 'refused' &&
    error.facts.reason === 'unaudited_client_can_only_post_to_private_accounts'
  );
}

export function videoInfo(at: At, creator: Creator, privacy: Audience) {
  const { settings, text } = at.post;
  const cover = settings.video_cover_timestamp_ms;
  return {
    title: text,
    ...sharedInfo(settings, creator, privacy),
    disable_duet: settings.disable_duet || creator.duet_disabled,
    disable_stitch: settings.disable_stitch || creator.stitch_disabled,
    ...(cover !== undefined && { video_cover_timestamp_ms: cover }),
  };
}

export function photoInfo(at: At, creator: Creator, privacy: Audience) {
  const { settings } = at.post;
  return {
    ...photoTexts(at),
    ...sharedInfo(settings, creator, privacy),
    auto_add_music: settings.auto_add_music,
  };
}

export function photoTexts({ post }: At) {
  return { ...(post.settings.title && { title: post.settings.title }), description: post.text };
}

function sharedInfo(settings: TiktokSettings, creator: Creator, privacy: Audience) {
  return {
    privacy_level: privacy,
    disable_comment: settings.disable_comment || creator.comment_disabled,
    brand_content_toggle: settings.brand_content_toggle,
    brand_organic_toggle: settings.brand_organic_toggle,
    is_aigc: settings.is_aigc,
  };
}
