import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { daysBetween } from '../dashboard/src/parts/days-between.ts';

test('days are those of the calendar in the zone of the workspace', () => {
  const days = (from: string, to: string, zone = 'Europe/Berlin') =>
    daysBetween(Date.parse(from), Date.parse(to), zone);
  // 35 hours from now may be the day after tomorrow, two hours from now tomorrow.
  equal(days('2026-11-15T18:17+01:00', '2026-11-17T05:17+01:00'), 2);
  equal(days('2026-11-15T23:00+01:00', '2026-11-16T01:00+01:00'), 1);
  equal(days('2026-11-15T23:00+01:00', '2026-11-16T01:00+01:00', 'America/New_York'), 0);
  equal(days('2026-11-15T18:17+01:00', '2026-11-13T23:00+01:00'), -2);
  // Days of 23 and 25 hours count as others do.
  equal(days('2026-03-28T12:00+01:00', '2026-03-30T00:30+02:00'), 2);
  equal(days('2026-10-24T23:30+02:00', '2026-10-26T00:30+01:00'), 2);
});
