import type { App } from '../context.ts';
import { takeStale } from '../store/file-uses.ts';
import { removeBytes } from './remove-bytes.ts';

const batch = 100;

/** Removes what nobody needs any more; what a post still has to send is never among it. Returns how many went. */
export async function cleanFiles(app: Pick<App, 'db' | 'clock' | 'storage' | 'log'>): Promise<number> {
  let gone = 0;
  for (;;) {
    const stale = await takeStale(app.db.query, app.clock.now(), batch);
    for (const file of stale) {
      try {
        await removeBytes(app, file);
        gone += 1;
      } catch (error) {
        // It stays marked as removed, and is looked at again in an hour.
        app.log.warn({ err: error, file: file.id }, 'the bytes of a file could not be removed');
      }
    }
    if (stale.length < batch) return gone;
  }
}
