import { BodyProblem, createDigester, type Digest } from '../request-body.ts';
import type { World } from '../world.ts';

const timeoutMs = 60_000;

/** Fetches a file as Meta's servers do, streaming. Never rejects. */
export async function fetchFile(
  world: World,
  url: string,
  maxBytes: number,
): Promise<Digest | 'unreachable' | 'too_large'> {
  const digester = createDigester(maxBytes);
  try {
    const response = await world.fetch(url, {
      headers: { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      return 'unreachable';
    }
    for await (const chunk of response.body) digester.write(chunk);
  } catch (error) {
    return error instanceof BodyProblem ? 'too_large' : 'unreachable';
  }
  return digester.end();
}
