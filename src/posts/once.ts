import { hash } from 'node:crypto';
import type { App, Caller } from '../context.ts';
import { idempotencyKeyInput } from '../contract/tools.ts';
import { PostboteError } from '../errors.ts';
import type { Query } from '../store/db.ts';
import { findRemembered, remember } from '../store/idempotency-keys.ts';
import { checkText } from './check-text.ts';

/**
 * A call repeated with the same `idempotency_key` gets the first answer and makes nothing new. The key is
 * looked up before anything is checked: a time that was fine an hour ago may be past by the second try.
 */
export async function once<R extends object>(
  app: Pick<App, 'db' | 'clock'>,
  caller: Caller,
  tool: string,
  args: unknown,
  make: (commit: (work: (query: Query) => Promise<R>) => Promise<R>) => Promise<R>,
): Promise<R & { deduplicated?: boolean }> {
  const name = idempotencyKey(args);
  const keyId = caller.keyId;
  if (name === null || keyId === null) return make((work) => app.db.transaction(work));

  const fingerprint = hash('sha256', JSON.stringify([tool, canonical(args, 0)]), 'hex');
  const earlier = await recall<R>(app, keyId, name, fingerprint);
  if (earlier) return earlier;
  try {
    return await make((work) =>
      app.db.transaction(async (query) => {
        const result = await work(query);
        const entry = {
          api_key_id: keyId,
          name,
          fingerprint,
          result: JSON.stringify(result),
          created_at: app.clock.now(),
        };
        if (!(await remember(query, entry))) throw new SomebodyWasFirst();
        return result;
      }),
    );
  } catch (error) {
    if (!(error instanceof SomebodyWasFirst)) throw error;
    const first = await recall<R>(app, keyId, name, fingerprint);
    if (first) return first;
    throw new PostboteError('conflict', { cause: error });
  }
}

class SomebodyWasFirst extends Error {}

async function recall<R extends object>(
  app: Pick<App, 'db' | 'clock'>,
  keyId: string,
  name: string,
  fingerprint: string,
): Promise<(R & { deduplicated: boolean }) | null> {
  const found = await findRemembered(app.db.query, keyId, name, app.clock.now());
  if (!found) return null;
  if (found.fingerprint !== fingerprint) {
    throw new PostboteError('conflict', { violations: [{ code: 'idempotency_key_reused' }] });
  }
  return { ...(JSON.parse(found.result) as R), deduplicated: true };
}

/** Null: none was given, or one that the checks refuse. What they take must be remembered, or a repeat posts twice. */
function idempotencyKey(args: unknown): string | null {
  const given = (args as { idempotency_key?: unknown } | null)?.idempotency_key;
  const taken = idempotencyKeyInput.safeParse(given);
  return taken.success && checkText('idempotency_key', taken.data).length === 0 ? taken.data : null;
}

/** No valid arguments are nested deeper; what is, is refused by the checks anyway. */
const deepest = 8;

/** The same arguments in another order are the same arguments. */
function canonical(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return 'too deep';
  if (Array.isArray(value)) return value.map((inner) => canonical(inner, depth + 1));
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, canonical(inner, depth + 1)]);
}
