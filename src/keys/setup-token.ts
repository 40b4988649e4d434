import type { App } from '../context.ts';
import { readFact } from '../store/instance.ts';

/** SHA-256 of the token in the set-up link, or null before the first start. */
export function readSetupToken(app: Pick<App, 'db'>): Promise<string | null> {
  return readFact(app.db.query, 'setup_token');
}
