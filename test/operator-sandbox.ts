import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '../sandbox/index.ts';

/** A sandbox of its own whose platforms take their time to make something public. */
export interface SlowSandbox {
  readonly url: string;
  /** Both platforms have been asked to publish. */
  readonly bothBegun: Promise<void>;
  answered(): number;
  close(): Promise<void>;
}

export async function startSlowSandbox(delayMs: number): Promise<SlowSandbox> {
  let home = '';
  let [begun, answered] = [0, 0];
  const both = Promise.withResolvers<void>();
  const sandbox = createSandbox({ baseUrl: () => home, file: ':memory:' });
  const server = createServer((request, response) => {
    const isPublishing = /putRecord|\/2\/tweets$/.test(request.url ?? '') && request.method === 'POST';
    if (!isPublishing) {
      sandbox.handle(request, response);
      return;
    }
    begun += 1;
    if (begun === 2) both.resolve();
    response.once('finish', () => {
      answered += 1;
    });
    setTimeout(() => sandbox.handle(request, response), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${home}/sandbox`,
    bothBegun: both.promise,
    answered: () => answered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          sandbox.close();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
