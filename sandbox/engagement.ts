import { createHash } from 'node:crypto';

export interface Engagement {
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
  readonly saves: number;
  readonly reach: number;
}

/** How a post was received: invented, but always the same for the same post, so that sums can be checked. */
export function engagementOf(platform: string, id: string): Engagement {
  const dice = createHash('sha256').update(`${platform}:${id}`).digest();
  const likes = 5 + (dice.readUInt16BE(0) % 195);
  return {
    likes,
    comments: dice.readUInt16BE(2) % 25,
    shares: dice.readUInt16BE(4) % 15,
    saves: dice.readUInt16BE(6) % 12,
    reach: likes * 6 + (dice.readUInt16BE(8) % 500),
  };
}
