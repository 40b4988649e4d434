import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { S3Target } from './s3-call.ts';

interface S3rver {
  callback(): (req: unknown, res: unknown) => void;
  configureBuckets(): Promise<unknown>;
}

export interface TestS3 {
  readonly target: S3Target;
  /** How many requests have come. */
  requests(): number;
  /** The next requests are answered with 503. */
  stumble(times: number): void;
  stop(): Promise<void>;
}

/** A real S3 server on this machine, its objects in the given folder. */
export async function startS3(directory: string): Promise<TestS3> {
  const load = createRequire(import.meta.url);
  const S3rver = load('s3rver') as new (options: object) => S3rver;
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'postbote' }] });
  await s3.configureBuckets();
  const answer = s3.callback();
  let [requests, stumbles] = [0, 0];
  const server = createServer((req, res) => {
    requests += 1;
    if (stumbles > 0) {
      stumbles -= 1;
      req.resume().once('end', () => res.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'));
    } else answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    target: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      bucket: 'postbote',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
      pathStyle: true,
    },
    requests: () => requests,
    stumble(times) {
      stumbles = times;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
