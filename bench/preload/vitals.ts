import { isMainThread } from 'node:worker_threads';

/** What a process says about itself when the bench asks. */
export interface Vitals {
  /** User and system time of all its threads. */
  readonly cpuMicros: number;
  readonly rssBytes: number;
  /** The most it ever had. */
  readonly peakRssBytes: number;
  /** Counted only where `count-queries.ts` is loaded. */
  readonly queries: number;
}

declare global {
  var benchQueries: number | undefined;
}

if (isMainThread && process.send) {
  process.on('message', (message) => {
    if (message !== 'vitals') return;
    const { user, system } = process.cpuUsage();
    const vitals: Vitals = {
      cpuMicros: user + system,
      rssBytes: process.memoryUsage.rss(),
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
      queries: globalThis.benchQueries ?? 0,
    };
    process.send?.(vitals);
  });
  // Left alone, it would run for ever.
  process.once('disconnect', () => process.exit(1));
  // Listening must not keep a finished script alive.
  process.channel?.unref();
}
