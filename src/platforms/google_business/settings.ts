import { z } from 'zod';
import { MAX_EVENT_TITLE } from './limits.ts';

const webAddress = z.url({ protocol: /^https?$/ });
/** The location's own local time: Google asks for no zone. */
const localTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  .refine((time) => !Number.isNaN(Date.parse(`${time}Z`)));

/** All of it may stay away: then it is a plain post of the location that the account is. */
export const settings = z
  .strictObject({
    topic_type: z.enum(['STANDARD', 'EVENT', 'OFFER']).default('STANDARD'),
    /** BCP 47; left out, Google decides. */
    language_code: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/)
      .optional(),
    call_to_action: z
      .strictObject({
        action_type: z.enum(['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL']),
        url: webAddress.optional(),
      })
      .optional(),
    /** Of an event, and of an offer too. */
    event: z
      .strictObject({
        title: z
          .string()
          .min(1)
          .refine((title) => [...title].length <= MAX_EVENT_TITLE),
        start: localTime,
        end: localTime,
      })
      .optional(),
    offer: z
      .strictObject({
        coupon_code: z.string().optional(),
        redeem_online_url: webAddress.optional(),
        terms_conditions: z.string().optional(),
      })
      .optional(),
    /** Adds `utm_content` to the button's address, so that the post can be told from every other for certain. */
    mark_link: z.boolean().default(false),
  })
  .superRefine(({ topic_type: topic, call_to_action: action, event, offer }, context) => {
    const wrong = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (topic !== 'STANDARD' && !event) wrong(['event'], `needed for ${topic}`);
    if (topic === 'STANDARD' && event) wrong(['event'], 'only for EVENT and OFFER');
    if (topic !== 'OFFER' && offer) wrong(['offer'], 'only for OFFER');
    if (topic === 'OFFER' && action) wrong(['call_to_action'], 'an offer has redeem_online_url instead');
    if (event && event.end <= event.start) wrong(['event', 'end'], 'must come after start');
    if (action?.action_type === 'CALL' && action.url) wrong(['call_to_action', 'url'], 'CALL has none');
    if (action && action.action_type !== 'CALL' && !action.url) wrong(['call_to_action', 'url'], 'needed');
  });

export type GoogleBusinessSettings = z.infer<typeof settings>;
