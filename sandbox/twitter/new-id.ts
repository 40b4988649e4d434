import { randomBytes } from 'node:crypto';

const snowflakeEpoch = 1288834974657n;

/** A snowflake: newer ids are larger, and larger than a double can hold. */
export function newId(now: number): string {
  const random = BigInt(randomBytes(4).readUInt32BE() & 0x3fffff);
  return (((BigInt(Math.floor(now)) - snowflakeEpoch) << 22n) | random).toString();
}
