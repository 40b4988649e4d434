import { doesNotMatch, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { message, messageCodes, nextAction } from './messages.ts';

/** What only tools can do wrong. */
const ofTools = [
  ...[
    'unknown_field',
    'targets_exclusive',
    'account_id_wrong',
    'per_platform_twice',
    'per_platform_not_targeted',
  ],
  ...['dashboard_only', 'idempotency_key_reused', 'hint_status', 'hint_setting_missing'],
];
const toolWords =
  /media_urls|cover_url|per_platform|account_ids|list_social|publish_now|create_post|get_post|platform_message|_key\b/;

test('what people are told to do names nothing that only tools see', () => {
  for (const code of messageCodes.filter((one) => !ofTools.includes(one))) {
    for (const language of ['de', 'en'] as const) {
      doesNotMatch(nextAction(code, {}, language), toolWords, `${code} in ${language}`);
    }
  }
  match(nextAction('platform_rejected'), /platform_message/);
});

test('nobody is told to wait for what was given up', () => {
  for (const code of ['platform_rate_limited', 'platform_unavailable', 'platform_unreachable'] as const) {
    for (const reader of ['agent', 'de', 'en'] as const) {
      match(nextAction(code, {}, reader), /^(Wait|Warten)/, `${code} for ${reader}`);
      doesNotMatch(nextAction(code, { gave_up: true }, reader), /Wait|Warten/, `${code} for ${reader}`);
    }
  }
});

test('a number that a platform gives as its reason is told in words, or not at all', () => {
  const says = (reason: string) => message('media_rejected', { platform: 'Facebook', reason });
  match(says('100/1363040'), /: das Seitenverhältnis passt nicht$/);
  equal(says('100/4711'), says('100'));
  doesNotMatch(says('100/4711'), /\d/);
  match(says('http_404'), /HTTP 404/);
});
