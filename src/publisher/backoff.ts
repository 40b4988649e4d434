/** Pauses in seconds after each disturbance in a row: quick at first, then patient; together more than five hours. */
const pauses = [5, 15, 45, 120, 300, 600, 1200, 1800, 3600, 3600, 3600, 3600];
const longestWaitSeconds = 24 * 60 * 60;

/** Milliseconds to wait after the n-th disturbance (1, 2, …), or null when patience is at its end. */
export function backoff(
  failures: number,
  retryAfterSeconds: number | undefined,
  random: () => number,
): number | null {
  const pause = pauses[failures - 1];
  if (pause === undefined) return null;
  // Some spread, so that deliveries disturbed together do not come back together.
  const spread = pause * (0.9 + 0.2 * random());
  const asked = Math.min(retryAfterSeconds ?? 0, longestWaitSeconds);
  return Math.ceil(Math.max(spread, asked) * 1000);
}
