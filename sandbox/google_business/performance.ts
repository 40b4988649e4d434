import { findAccount } from '../accounts.ts';
import { numberOfDay } from '../engagement.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { invalid, notFound, refuse } from './google-error.ts';
import { google, placeOf } from './places.ts';
import { requireUser } from './sign-in.ts';

const dayMs = 86_400_000;
/** Figures come days late. */
const lagDays = 3;
const metrics = [
  'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
  'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
  'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
  'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
  'CALL_CLICKS',
  'WEBSITE_CLICKS',
  'BUSINESS_DIRECTION_REQUESTS',
];

/** GET performance /v1/locations/{l}:fetchMultiDailyMetricsTimeSeries: of the location, never of a post. */
export function fetchSeries(call: Call): Answer {
  const user = requireUser(call);
  const id = (call.params.call ?? '').split(':')[0] ?? '';
  const row = call.world.store.get(
    `SELECT id FROM accounts WHERE platform = ? AND id LIKE '%/locations/' || ?`,
    google,
    id,
  );
  const location = row === undefined ? null : findAccount(call.world.store, google, String(row.id));
  if (location === null) return notFound();
  if (placeOf(call.world, location).user !== user) {
    refuse(403, 'PERMISSION_DENIED', 'The caller does not have permission');
  }
  const asked = call.query.getAll('dailyMetrics');
  const wrong = asked.find((name) => !metrics.includes(name));
  if (asked.length === 0 || wrong !== undefined)
    invalid('daily_metrics', 'INVALID_VALUE', `${wrong ?? 'none'}`);
  const from = dayOf(call, 'startDate');
  const until = Math.min(dayOf(call, 'endDate'), call.world.now() - lagDays * dayMs);
  const series = asked.map((dailyMetric) => ({
    dailyMetric,
    timeSeries: {
      datedValues: valuesOf(location.id, dailyMetric, Math.max(from, location.createdAt - dayMs), until),
    },
  }));
  return ok({ multiDailyMetricTimeSeries: [{ dailyMetricTimeSeries: series }] });
}

function valuesOf(location: string, metric: string, from: number, until: number) {
  const values = [];
  for (let at = from; at <= until && values.length < 550; at += dayMs) {
    const date = new Date(at);
    const value = numberOfDay(`${location}${metric}${date.toISOString().slice(0, 10)}`, 15);
    values.push({
      date: { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
      // A string, and missing where it would be zero.
      ...(value > 0 && { value: String(value) }),
    });
  }
  return values;
}

function dayOf(call: Call, name: string): number {
  const part = (unit: string) => Number(call.query.get(`dailyRange.${name}.${unit}`) ?? Number.NaN);
  const at = Date.UTC(part('year'), part('month') - 1, part('day'));
  return Number.isNaN(at) ? invalid('daily_range', 'MISSING_VALUE', `${name} is required`) : at;
}
