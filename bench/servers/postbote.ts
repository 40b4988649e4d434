import manifest from '../../package.json' with { type: 'json' };
import { type Child, startChild } from '../child.ts';

const { scripts } = manifest;

/** The service as `npm start` runs it, except for the port and for a rate limit that is counted but never reached. */
export interface Postbote {
  readonly child: Child;
  readonly port: number;
  /** The first test key. */
  readonly key: string;
  readonly listeningMs: number;
}

export async function startPostbote(
  env: Readonly<Record<string, string>>,
  preload: readonly string[] = [],
): Promise<Postbote> {
  const child = startChild('src/main.js', {
    env: { PORT: '0', POSTBOTE_RATE_LIMIT: '9999999/9999999', ...env },
    preload,
    flags: scripts.start.match(/--\S+/g) ?? [],
  });
  const [, port, key] = await child.says(/http:\/\/127\.0\.0\.1:(\d+)\/mcp\/(pb_test_\w+)\n/);
  const listeningMs = performance.now() - child.startedAt;
  return { child, port: Number(port), key: key as string, listeningMs };
}
