const alphabet = '234567abcdefghijklmnopqrstuvwxyz';

/**
 * A record key that sorts by time: microseconds << 10 | ten random bits, as 13 base32 characters
 * (https://atproto.com/specs/tid). `random` yields [0, 1).
 */
export function createTid(nowMs: number, random: () => number = Math.random): string {
  const microseconds = BigInt(Math.trunc(nowMs)) * 1000n + BigInt(Math.floor(random() * 1000));
  let value = (microseconds << 10n) | BigInt(Math.floor(random() * 1024));
  let tid = '';
  for (let i = 0; i < 13; i += 1) {
    tid = alphabet.charAt(Number(value & 31n)) + tid;
    value >>= 5n;
  }
  return tid;
}
