import { BodyProblem, createDigester, type Digest, refuseAnnounced } from './request-body.ts';
import type { World } from './world.ts';

const timeoutMs = 60_000;

/** Meta's fetcher, which many servers turn away. */
export const metaAgent = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';

/** Fetches a file as a platform's servers do, streaming. Never rejects. */
export async function fetchFile(
  world: World,
  url: string,
  maxBytes: number,
  { userAgent = metaAgent, followsRedirects = true } = {},
): Promise<Digest | 'unreachable' | 'too_large'> {
  const digester = createDigester(maxBytes);
  const hangUp = new AbortController();
  try {
    const response = await world.fetch(url, {
      headers: { 'user-agent': userAgent },
      redirect: followsRedirects ? 'follow' : 'manual',
      signal: AbortSignal.any([hangUp.signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      return 'unreachable';
    }
    refuseAnnounced(response.headers.get('content-length'), maxBytes);
    for await (const chunk of response.body) digester.write(chunk);
  } catch (error) {
    hangUp.abort();
    return error instanceof BodyProblem ? 'too_large' : 'unreachable';
  }
  return digester.end();
}
