import assert from 'node:assert/strict';
import type { PlatformId } from '../../src/contract/platform-ids.ts';
import type { PlatformContract, PostCase } from './platform-contract.ts';
import type { Stage } from './stage.ts';

/** The first of its posts without any setting. */
export function plainPost({ posts }: PlatformContract, text: string) {
  const { media = [], cover } = posts[0] as PostCase;
  return { text, media, ...(cover !== undefined && { cover }) };
}

/** One more post of the platform: when it is out, everything that was due before has had its turn. */
export async function publishAnother(
  stage: Stage,
  id: PlatformId,
  contract: PlatformContract,
): Promise<void> {
  const ended = await stage.publish(await stage.account(id), plainPost(contract, 'Die nächste'));
  assert.equal(ended.state, 'published', ended.words);
}
