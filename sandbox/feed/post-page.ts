import type { Answer } from '../platform.ts';
import type { Post } from '../store.ts';
import type { World } from '../world.ts';

export function postPage(_w: World, _p: Post): Answer {
  return { status: 200, body: 'x' };
}
