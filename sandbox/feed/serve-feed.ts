import type { IncomingMessage } from 'node:http';
import type { Answer } from '../platform.ts';
import type { World } from '../world.ts';

export async function serveFeed(
  _w: World,
  _p: string,
  _q: URLSearchParams,
  _r: IncomingMessage,
): Promise<Answer> {
  return { status: 404, body: { error: 'not found' } };
}
