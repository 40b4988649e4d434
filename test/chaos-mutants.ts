import type { App } from '../src/context.ts';
import type { Db } from '../src/store/db.ts';

/** Ways to get it wrong. Each one must be caught by the same run that the real publisher passes. */
export const mutants = {
  /** Remembers what was answered, but not what was about to be sent. */
  'no-intent': (app: App) => ({
    ...app,
    db: withDb(app.db, {
      async writeStep(held, until, step) {
        if (step.state !== 'begun') return app.db.writeStep(held, until, step);
        return (await app.db.renew([held], until)).has(held.id);
      },
    }),
  }),

  /** The HTTP helper sends a POST again when its answer is lost. */
  'http-retry': (app: App) => ({
    ...app,
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      try {
        const response = await app.fetch(input, init);
        return response.status < 500 ? response : await app.fetch(input, init);
      } catch (error) {
        if (init?.signal?.aborted) throw error;
        return app.fetch(input, init);
      }
    },
  }),

  /** Whoever takes over from a dead worker starts with a clean sheet. */
  'forgetful-claim': (app: App) => ({
    ...app,
    db: withDb(app.db, {
      async claim(request) {
        const rows = await app.db.claim(request);
        const inherited = rows.filter((row) => row.previous_worker !== null).map((row) => row.id);
        if (inherited.length > 0) {
          await app.db.query.deleteFrom('steps').where('delivery_id', 'in', inherited).execute();
        }
        return rows;
      },
    }),
  }),

  /** A worker that lost its lease writes on as if it still held it. */
  'no-fencing': (app: App) => ({
    ...app,
    db: withDb(app.db, {
      async writeStep(held, _until, step) {
        const row = { delivery_id: held.id, ...step };
        await app.db.query
          .insertInto('steps')
          .values(row)
          .onConflict((conflict) => conflict.columns(['delivery_id', 'name']).doUpdateSet(row))
          .execute();
        return true;
      },
      async renew(held, until) {
        await app.db.renew(held, until);
        return new Set(held.map((one) => one.id));
      },
    }),
  }),
} satisfies Record<string, (app: App) => App>;

export type Mutant = keyof typeof mutants;

const withDb = (db: Db, changed: Partial<Db>): Db => ({ ...db, ...changed });
