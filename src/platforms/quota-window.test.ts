import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAnswer, CallRequest } from './call.ts';
import { platforms } from './index.ts';
import type { Platform } from './platform.ts';
import { windowAt, windowWords } from './quota-window.ts';

const at = (time: string) => Date.parse(time);

test('a rolling window looks back; a day begins at midnight over there', () => {
  const now = at('2026-11-15T06:30:00.250Z');
  assert.deepEqual(windowAt({ seconds: 900 }, now), { since: at('2026-11-15T06:15:00.250Z'), endsAt: null });
  assert.deepEqual(windowAt({ dayIn: 'UTC' }, now), {
    since: at('2026-11-15T00:00:00Z'),
    endsAt: at('2026-11-16T00:00:00Z'),
  });
  assert.deepEqual(windowAt({ dayIn: 'America/Los_Angeles' }, now), {
    since: at('2026-11-14T08:00:00Z'),
    endsAt: at('2026-11-15T08:00:00Z'),
  });
  const words = [{ seconds: 900 }, { seconds: 86_400 }, { seconds: 60 }, { dayIn: 'UTC' }].map(windowWords);
  assert.deepEqual(words, ['15 min', '24 h', '1 min', '24 h']);
});

const usage = (entry: object) => JSON.stringify({ '17841': [{ type: 'pages', ...entry }] });
const reset = Math.floor(at('2026-11-15T06:35:00Z') / 1000);
const date = { date: 'Sun, 15 Nov 2026 06:30:00 GMT' };
const posting = { what: 'posting', seconds: 300 };
const everything = { what: 'everything', seconds: 900 };

/** Headers of an answer to this kind of call, and what follows from them. */
const answers: readonly [
  keyof typeof platforms,
  CallRequest['method'],
  Record<string, string>,
  object | null,
][] = [
  ['twitter', 'POST', { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': `${reset}` }, posting],
  ['twitter', 'POST', { 'x-rate-limit-remaining': '1', 'x-rate-limit-reset': `${reset}` }, null],
  [
    'twitter',
    'GET',
    { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': `${reset}` },
    { what: 'reading', seconds: 300 },
  ],
  [
    'twitter',
    'POST',
    { 'x-app-limit-24hour-remaining': '0', 'x-app-limit-24hour-reset': `${reset}` },
    { ...posting, wholeApp: true },
  ],
  [
    'twitter',
    'POST',
    { 'x-user-limit-24hour-remaining': '0', 'x-user-limit-24hour-reset': `${reset}` },
    posting,
  ],
  ['bluesky', 'POST', { 'ratelimit-remaining': '0', 'ratelimit-reset': `${reset}` }, posting],
  ['bluesky', 'POST', { 'ratelimit-remaining': '2999', 'ratelimit-reset': `${reset}` }, null],
  [
    'pinterest',
    'POST',
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '42' },
    { ...posting, seconds: 42 },
  ],
  ['pinterest', 'POST', { 'x-ratelimit-remaining': '0' }, null],
  ['instagram', 'GET', { 'x-business-use-case-usage': usage({ call_count: 100 }) }, everything],
  ['instagram', 'GET', { 'x-business-use-case-usage': usage({ call_count: 99, total_time: 3 }) }, null],
  [
    'threads',
    'POST',
    { 'x-business-use-case-usage': usage({ estimated_time_to_regain_access: 7 }) },
    { ...everything, seconds: 420 },
  ],
  [
    'facebook',
    'GET',
    { 'x-app-usage': '{"call_count":28,"total_time":100}' },
    { ...everything, wholeApp: true },
  ],
  ['facebook', 'GET', { 'x-app-usage': 'not JSON', 'x-business-use-case-usage': '[]' }, null],
];

// keeps: quota.headers
test('what an answer says about the window it counts in', () => {
  for (const [id, method, headers, expected] of answers) {
    const platform: Platform = platforms[id] as Platform;
    const request = { method, url: 'https://x.example/' };
    const answer: CallAnswer = {
      status: 200,
      headers: new Headers({ ...date, ...headers }),
      json: {},
      text: '',
    };
    assert.deepEqual(platform.rates?.(request, answer) ?? null, expected, `${id} ${JSON.stringify(headers)}`);
  }
});
