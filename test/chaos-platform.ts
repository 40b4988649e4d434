import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Platform } from '../src/platforms/platform.ts';
import type { Published } from '../src/platforms/publishing.ts';

/** A platform that can be asked, and that remembers how often each text reached it. */
export interface ChaosPlatform {
  readonly url: string;
  /** How often each text became public. */
  readonly effects: ReadonlyMap<string, number>;
  /** The processes whose posts are public, but who have not been told so yet. */
  awaiting(): ReadonlySet<number>;
  readonly counts: { answersLost: number; brokenAfter: number; requestsLost: number; lookups: number };
  close(): Promise<void>;
}

export async function startChaosPlatform(): Promise<ChaosPlatform> {
  const effects = new Map<string, number>();
  const waiting = new Map<ServerResponse, number>();
  const counts = { answersLost: 0, brokenAfter: 0, requestsLost: 0, lookups: 0 };

  const publish = (text: string, worker: number, response: ServerResponse) => {
    const luck = Math.random();
    if (luck < 0.01) {
      counts.requestsLost += 1;
      response.destroy();
      return;
    }
    effects.set(text, (effects.get(text) ?? 0) + 1);
    waiting.set(response, worker);
    setTimeout(() => {
      waiting.delete(response);
      if (luck < 0.04) {
        counts.answersLost += 1;
        response.destroy();
      } else if (luck < 0.07) {
        counts.brokenAfter += 1;
        response.writeHead(500).end();
      } else {
        answer(response, { id: text });
      }
    }, Math.random() * 40);
  };

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    // A worker that is killed in the middle of a request has not made it.
    request.on('error', () => response.destroy());
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://platform.invalid');
      if (pathname === '/publish') {
        const { text, worker } = JSON.parse(body);
        publish(text, worker, response);
      } else {
        counts.lookups += 1;
        answer(response, { found: effects.has(searchParams.get('text') ?? '') });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    effects,
    awaiting: () => new Set(waiting.values()),
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, json: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

const found = z.object({ found: z.boolean() });

/** The adapter for it: one commit that can be asked about. Texts are unique, so a text names its post. */
export function chaosAdapter(url: string): Platform {
  return {
    id: 'twitter',
    name: 'Chaos',
    limits: { text: [] },
    capabilities: { postTypes: ['text'], cover: false, altText: false },
    settings: z.looseObject({}),
    auth: { kind: 'oauth2', refresh: async ({ credentials }) => credentials, refreshAheadSeconds: 60 },
    hosts: { api: url },
    publish: ({ step, call, post }) =>
      step.commit<Published>(
        'post',
        {
          by: 'asking',
          looks: [2, 6],
          absent: 'repeat',
          async find() {
            const asked = await call({ method: 'GET', url: `${url}/find?text=${post.text}` });
            return found.parse(asked.json).found
              ? { is: 'live', value: { id: post.text, url: null } }
              : { is: 'absent' };
          },
        },
        async () => {
          await call({
            method: 'POST',
            url: `${url}/publish`,
            json: { text: post.text, worker: process.pid },
          });
          return { id: post.text, url: null };
        },
      ),
  };
}
