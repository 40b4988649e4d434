import { googleError, reasons, statuses } from '../../src/platforms/google_business/errors.ts';
import type { PlatformContract } from './platform-contract.ts';

const fair = (title: string) => ({ title, start: '2031-05-01T09:00', end: '2031-05-02T18:00' });

export const googleBusiness: PlatformContract = {
  login: { reaches: 'several', renewal: 'token', dueSeconds: 200, curable: true },
  posts: [
    {
      name: 'text with a button',
      type: 'text',
      text: 'Neues aus dem Laden',
      settings: {
        language_code: 'de',
        mark_link: true,
        call_to_action: { action_type: 'LEARN_MORE', url: 'https://example.com/neues' },
      },
      sends: {
        path: /\/localPosts$/,
        holds: {
          summary: 'Neues aus dem Laden',
          languageCode: 'de',
          callToAction: { actionType: 'LEARN_MORE' },
        },
      },
    },
    {
      name: 'an event',
      type: 'text',
      text: 'Wir feiern',
      settings: { topic_type: 'EVENT', event: fair('Frühlingsfest') },
      sends: {
        path: /\/localPosts$/,
        holds: {
          topicType: 'EVENT',
          event: {
            title: 'Frühlingsfest',
            schedule: { startDate: { year: 2031, month: 5, day: 1 }, endTime: { hours: 18, minutes: 0 } },
          },
        },
      },
    },
    {
      name: 'an offer',
      type: 'image',
      text: 'Zwei für eins',
      media: ['portrait.jpg'],
      settings: {
        topic_type: 'OFFER',
        event: fair('Angebot'),
        offer: {
          coupon_code: 'ZWEI',
          redeem_online_url: 'https://example.com/',
          terms_conditions: 'Solange Vorrat',
        },
      },
      sends: {
        path: /\/localPosts$/,
        holds: { offer: { couponCode: 'ZWEI', termsConditions: 'Solange Vorrat' } },
      },
    },
  ],
  ours: {},
  rules: [
    {
      name: 'the title of an event',
      type: 'text',
      most: { settings: { topic_type: 'EVENT', event: fair('😀'.repeat(58)) } },
      more: { settings: { topic_type: 'EVENT', event: fair('😀'.repeat(59)) } },
    },
  ],
  errors: [
    {
      name: 'statuses',
      table: statuses,
      classify: googleError,
      answer: (status) => ({ status: 400, json: { error: { code: 400, status, message: 'words' } } }),
      means: {
        platform_auth: 'UNAUTHENTICATED',
        platform_permission: 'PERMISSION_DENIED',
        platform_rejected: 'NOT_FOUND INVALID_ARGUMENT FAILED_PRECONDITION',
        platform_rate_limited: 'RESOURCE_EXHAUSTED',
      },
    },
    {
      name: 'reasons',
      table: reasons,
      classify: googleError,
      answer: (reason) => ({
        status: 403,
        json: { error: { code: 403, status: 'PERMISSION_DENIED', details: [{ reason }] } },
      }),
      means: { platform_permission: 'SERVICE_DISABLED ACCESS_TOKEN_SCOPE_INSUFFICIENT' },
    },
  ],
  afterError: 'unconfirmed',
  afterLost: 'published',
  numbers: [],
};
