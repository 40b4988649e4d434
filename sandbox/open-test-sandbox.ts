import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type SandboxOptions } from './index.ts';

export interface TestAccount {
  readonly platform: string;
  readonly external_id: string;
  readonly username: string;
  readonly credentials: {
    accessToken: string;
    refreshToken?: string;
    expiresAt?: number;
    extra?: Record<string, string>;
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
}

export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>;

/** A sandbox behind a real server on a free port, with the few calls every test makes. */
export async function openTestSandbox(options: Partial<SandboxOptions> = {}) {
  let url = '';
  const sandbox = createSandbox({ baseUrl: () => url, file: ':memory:', clockSpeed: 10, ...options });
  const server: Server = createServer((request, response) => {
    if (!sandbox.handle(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function call(
    path: string,
    init: RequestInit & { token?: string; form?: Record<string, string> } = {},
  ): Promise<Reply> {
    const { token, form, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    if (form !== undefined) rest.body = new URLSearchParams(form);
    const response = await fetch(`${url}/sandbox${path}`, { ...rest, headers, redirect: 'manual' });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : text };
  }
  const post = (path: string, body: unknown, token?: string) =>
    call(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      ...(token === undefined ? {} : { token }),
    });
  return {
    url,
    sandbox,
    call,
    post,
    connect: async (
      platform: string,
      username = 'anna',
      more: Record<string, unknown> = {},
    ): Promise<TestAccount> =>
      (await post('/api/accounts', { platform, username, name: 'Anna Post', ...more })).json,
    fault: (platform: string, fault: string, more: Record<string, unknown> = {}) =>
      post('/api/faults', { platform, fault, ...more }),
    /** Sets what an account has left of a quota; without a name, of the one that posts use up. */
    quota: async (platform: string, remaining: number | null, more: Record<string, unknown> = {}) =>
      (await post('/api/quotas', { platform, remaining, ...more })).json.quotas,
    posts: async (query = '') => (await call(`/api/posts${query}`)).json,
    sample: async (name: string) =>
      new Uint8Array(await (await fetch(`${url}/sandbox/media/${name}`)).arrayBuffer()),
    /** Asks until the answer suits, for at most a minute. */
    async until<T>(ask: () => Promise<T>, suits: (answer: T) => boolean): Promise<T> {
      for (let tries = 0; tries < 3000; tries += 1) {
        const answer = await ask();
        if (suits(answer)) return answer;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error('waited in vain');
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      sandbox.close();
    },
  };
}
