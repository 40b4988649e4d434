import type { Parts } from '../src/app.ts';
import type { Db } from '../src/store/db.ts';

/** Ways to get it wrong. Each one must be caught by the same run that the real publisher passes. */
export const mutants = {
  /** Remembers what was answered, but not what was about to be sent. */
  'no-intent': {
    wrapDb: (db) => ({
      ...db,
      async writeStep(held, until, step) {
        if (step.state !== 'begun') return db.writeStep(held, until, step);
        return (await db.renew([held], until)).has(held.id);
      },
    }),
  },

  /** The HTTP helper sends a POST again when its answer is lost. */
  'http-retry': {
    async fetch(input, init) {
      try {
        const response = await fetch(input, init);
        return response.status < 500 ? response : await fetch(input, init);
      } catch (error) {
        if (init?.signal?.aborted) throw error;
        return fetch(input, init);
      }
    },
  },

  /** Whoever takes over from a dead worker starts with a clean sheet. */
  'forgetful-claim': {
    wrapDb: (db) => ({
      ...db,
      async claim(request) {
        const rows = await db.claim(request);
        const inherited = rows.filter((row) => row.taken_over !== null).map((row) => row.id);
        if (inherited.length > 0) {
          await db.query.deleteFrom('steps').where('delivery_id', 'in', inherited).execute();
        }
        return rows;
      },
    }),
  },

  /** A worker that lost its lease writes on as if it still held it. */
  'no-fencing': {
    wrapDb: (db) => ({
      ...db,
      async writeStep(held, _until, step) {
        const row = { delivery_id: held.id, ...step };
        await db.query
          .insertInto('steps')
          .values(row)
          .onConflict((conflict) => conflict.columns(['delivery_id', 'name']).doUpdateSet(row))
          .execute();
        return true;
      },
      async renew(held, until) {
        await db.renew(held, until);
        return new Set(held.map((one) => one.id));
      },
    }),
  },
} satisfies Record<string, Parts & { wrapDb?: (db: Db) => Db }>;

export type Mutant = keyof typeof mutants;
