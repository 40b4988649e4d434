import { z } from 'zod';
import type { Publishing } from '../publishing.ts';
import type { GoogleBusinessSettings } from './settings.ts';

/** What Google shows of a post. */
export const localPost = z.object({
  name: z.string().min(1),
  state: z.string().optional(),
  searchUrl: z.string().optional(),
  createTime: z.string().optional(),
  summary: z.string().optional(),
  topicType: z.string().optional(),
  callToAction: z.object({ url: z.string().optional() }).optional(),
  event: z.object({ title: z.string().optional() }).optional(),
  media: z.array(z.object({ sourceUrl: z.string().optional() })).optional(),
});
export type LocalPost = z.infer<typeof localPost>;

/** The body to send; the same every time, for only the mark is drawn, and that is remembered. */
export function buildPost({ post }: Publishing<GoogleBusinessSettings>, mark: string | null) {
  const { topic_type, language_code, call_to_action: action, event, offer } = post.settings;
  const [photo] = post.media;
  const url = action?.url && mark !== null ? withMark(action.url, mark) : action?.url;
  return {
    topicType: topic_type,
    ...(language_code && { languageCode: language_code }),
    ...(post.text !== '' && { summary: post.text }),
    ...(photo && { media: [{ mediaFormat: 'PHOTO', sourceUrl: photo.url }] }),
    ...(action && { callToAction: { actionType: action.action_type, ...(url && { url }) } }),
    ...(event && {
      event: {
        title: event.title,
        schedule: { ...moment('start', event.start), ...moment('end', event.end) },
      },
    }),
    ...(offer && {
      offer: {
        ...(offer.coupon_code && { couponCode: offer.coupon_code }),
        ...(offer.redeem_online_url && { redeemOnlineUrl: offer.redeem_online_url }),
        ...(offer.terms_conditions && { termsConditions: offer.terms_conditions }),
      },
    }),
  };
}

export type SentPost = ReturnType<typeof buildPost>;

/** Google wants all four parts. */
function moment(which: 'start' | 'end', time: string) {
  const [year, month, day, hours, minutes] = time.split(/\D/).map(Number);
  return {
    [`${which}Date`]: { year, month, day },
    [`${which}Time`]: { hours, minutes, seconds: 0, nanos: 0 },
  };
}

/** Beside a `utm_content` of the user's own it takes another name. */
function withMark(address: string, mark: string): string {
  const url = new URL(address);
  url.searchParams.set(url.searchParams.has('utm_content') ? 'utm_id' : 'utm_content', mark);
  return String(url);
}

/** By the mark for certain; else by every word of it. Without words the picture's address must tell. */
export function isOurs(seen: LocalPost, sent: SentPost, mark: string | null): boolean {
  const url = seen.callToAction?.url ?? '';
  if (mark !== null) return url.includes(mark);
  const source = sent.media?.[0]?.sourceUrl;
  return (
    plain(seen.summary ?? '') === plain(sent.summary ?? '') &&
    (seen.topicType ?? 'STANDARD') === sent.topicType &&
    url === (sent.callToAction?.url ?? '') &&
    plain(seen.event?.title ?? '') === plain(sent.event?.title ?? '') &&
    (sent.summary !== undefined || (source !== undefined && seen.media?.[0]?.sourceUrl === source))
  );
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
