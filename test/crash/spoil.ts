import type { Parts } from '../../src/app.ts';
import type { Db } from '../../src/store/db.ts';
import { wireName } from './contact-names.ts';

export type Spoiling = 'answer lost' | '500 after the effect';

/** Spoils the request of this name after it has had its effect. */
export interface Spoiler {
  readonly fetch: typeof fetch;
  /** The names of all requests, in order. */
  readonly names: readonly string[];
  readonly struck: () => boolean;
}

export function spoiler(at: string, how: Spoiling): Spoiler {
  const names: string[] = [];
  return {
    names,
    struck: () => names.includes(at),
    async fetch(input, init) {
      const url = new URL(String(input));
      if (url.pathname.startsWith('/sandbox/api/')) return fetch(input, init);
      const name = wireName(init?.method, url);
      const numbered = `${name} #${names.filter((one) => one.startsWith(`${name} #`)).length + 1}`;
      names.push(numbered);
      const response = await fetch(input, init);
      if (numbered !== at) return response;
      await response.arrayBuffer();
      if (how === 'answer lost') {
        throw new TypeError('fetch failed', {
          cause: Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
        });
      }
      return new Response('oops', { status: 500 });
    },
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
