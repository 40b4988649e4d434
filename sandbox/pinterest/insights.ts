import { engagementOf } from '../engagement.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost } from '../posts.ts';
import type { Post } from '../store.ts';
import { invalid, refuse } from './pinterest-error.ts';
import { pinterest, requireAccount } from './sign-in.ts';

const dayMs = 86_400_000;
const everyMetric = [
  'IMPRESSION',
  'OUTBOUND_CLICK',
  'PIN_CLICK',
  'SAVE',
  'SAVE_RATE',
  'TOTAL_COMMENTS',
  'TOTAL_REACTIONS',
  'USER_FOLLOW',
  'PROFILE_VISIT',
];

/** Pinterest knows no people, only impressions, and one kind of passing on: saving. */
function gathered(call: Call, post: Post) {
  const { likes, comments, shares, reach } = engagementOf(call.world, post);
  return {
    impression: reach,
    pin_click: Math.floor(reach / 10),
    clickthrough: Math.floor(reach / 20),
    reaction: likes,
    comment: comments,
    save: shares,
  };
}

export function pinMetrics(call: Call, post: Post) {
  const now = gathered(call, post);
  const { reaction: _reaction, comment: _comment, ...recent } = now;
  return { '90d': recent, lifetime_metrics: now };
}

/** GET /v5/pins/{id}/analytics: at most 90 days back, and only the metrics of the list. */
export function getAnalytics(call: Call): Answer {
  const account = requireAccount(call, 'boards:read', 'pins:read');
  const post = findPost(call.world.store, pinterest, call.params.id ?? '');
  if (post === null || post.account !== account.id) return refuse(404, 50, 'Pin not found.');
  const start = day(call, 'start_date');
  const end = day(call, 'end_date');
  if (call.world.now() - start > 91 * dayMs)
    invalid('start_date: Cannot be more than 90 days back from today.');
  if (end < start || end - start > 90 * dayMs)
    invalid('end_date: Cannot be more than 90 days past start_date.');
  const asked = (call.query.get('metric_types') ?? '').split(',').filter((name) => name !== '');
  const wrong = asked.find((name) => !everyMetric.includes(name));
  if (asked.length === 0 || wrong !== undefined)
    invalid(`metric_types: '${wrong ?? ''}' is not one of ${everyMetric}`);
  const now = gathered(call, post);
  const values: Record<string, number> = {
    IMPRESSION: now.impression,
    OUTBOUND_CLICK: now.clickthrough,
    PIN_CLICK: now.pin_click,
    SAVE: now.save,
  };
  const pick = (names: readonly string[]) =>
    Object.fromEntries(asked.filter((name) => names.includes(name)).map((name) => [name, values[name] ?? 0]));
  const summary = pick(everyMetric.filter((name) => !name.startsWith('TOTAL_')));
  const lifetime: Record<string, number> = { TOTAL_COMMENTS: now.comment, TOTAL_REACTIONS: now.reaction };
  return ok({
    all: {
      daily_metrics: [
        {
          date: new Date(call.world.now()).toISOString().slice(0, 10),
          data_status: 'READY',
          metrics: summary,
        },
      ],
      summary_metrics: summary,
      lifetime_metrics: Object.fromEntries(
        asked.filter((name) => name in lifetime).map((name) => [name, lifetime[name]]),
      ),
    },
  });
}

function day(call: Call, name: string): number {
  const given = call.query.get(name) ?? '';
  const at = /^\d{4}-\d\d-\d\d$/.test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) ? invalid(`${name}: '${given}' is not a 'date'`) : at;
}
