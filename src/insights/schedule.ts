const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Ages at which a post's numbers are read: closely at first, then ever thinner, daily to day 30. */
const ages = [
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  ...Array.from({ length: 30 }, (_, day) => (day + 1) * dayMs),
];

const againMs = 15 * minuteMs;

/** When a reading that failed is tried again: an old post waits longer, for it may have been deleted over there. */
export function nextTryAt(publishedAt: number, now: number): number | null {
  const next = nextReadingAt(publishedAt, now);
  const pause = Math.max(againMs, (now - publishedAt) / 24);
  return next === null ? null : Math.min(next, Math.ceil(now + pause));
}

/** The next reading after `now` of a post published then; null after day 30. */
export function nextReadingAt(publishedAt: number, now: number): number | null {
  const age = ages.find((one) => publishedAt + one > now);
  return age === undefined ? null : publishedAt + age;
}
