import type { Parts } from '../../src/app.ts';
import type { Db } from '../../src/store/db.ts';

/** Spoils the n-th request to a platform after it has had its effect. */
export function spoiledFetch(
  at: number,
  how: 'answer lost' | '500 after the effect',
  labels?: string[],
): typeof fetch {
  let count = 0;
  return async (input, init) => {
    const { pathname } = new URL(String(input));
    if (pathname.startsWith('/sandbox/api/')) return fetch(input, init);
    count += 1;
    const mine = count === at;
    labels?.push(`wire ${init?.method} ${pathname.split('/').slice(2).join('/')}`);
    const response = await fetch(input, init);
    if (!mine) return response;
    await response.arrayBuffer();
    if (how === 'answer lost') {
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
      });
    }
    return new Response('oops', { status: 500 });
  };
}

/** The three ways in which others lose this game; the matrix must catch each of them. */
export const mutants: Record<string, (parts: Parts) => Parts> = {
  'memory without intent': (parts) => ({
    ...parts,
    wrapDb: (db: Db) => ({
      ...db,
      writeStep: async (held, until, step) =>
        step.state === 'begun' ? true : db.writeStep(held, until, step),
    }),
  }),
  'no intent row': (parts) => ({ ...parts, wrapDb: (db: Db) => ({ ...db, writeStep: async () => true }) }),
  'retry inside the HTTP helper': (parts) => ({
    ...parts,
    fetch: async (input, init) => {
      const send = parts.fetch ?? fetch;
      try {
        const response = await send(input, init);
        return response.status === 500 ? await send(input, init) : response;
      } catch {
        return send(input, init);
      }
    },
  }),
};
