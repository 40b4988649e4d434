import { createHash } from 'node:crypto';

const rawCodec = 0x55;
const dagCborCodec = 0x71;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** CIDv1 of raw bytes whose SHA-256 is known: `bafkrei…`. */
export function blobCid(sha256: string): string {
  return toCid(rawCodec, Buffer.from(sha256, 'hex'));
}

/** CIDv1 of a record in DAG-CBOR: `bafyrei…`. Equal records have equal cids, whatever the order of their keys. */
export function recordCid(record: unknown): string {
  return toCid(dagCborCodec, createHash('sha256').update(encode(record)).digest());
}

function toCid(codec: number, digest: Uint8Array): string {
  return `b${base32(Buffer.concat([Buffer.from([1, codec, 0x12, 32]), digest]))}`;
}

function base32(bytes: Uint8Array): string {
  let out = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      out += alphabet[(value >>> (bits - 5)) & 31];
      bits -= 5;
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? out + alphabet[(value << (5 - bits)) & 31] : out;
}

function fromBase32(text: string): Buffer {
  const out: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    value = ((value << 5) | Math.max(0, alphabet.indexOf(letter))) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    out.push((value >>> bits) & 255);
  }
  return Buffer.from(out);
}

function encode(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xf6]);
  if (value === true) return Buffer.from([0xf5]);
  if (value === false) return Buffer.from([0xf4]);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError('floats are not allowed in records');
    return value >= 0 ? head(0, value) : head(1, -1 - value);
  }
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)]);
  if (typeof value !== 'object') throw new TypeError('not a record value');
  const link = (value as { $link?: unknown }).$link;
  if (typeof link === 'string') {
    // Tag 42; the byte 0 before the cid is the "identity" multibase prefix that DAG-CBOR demands.
    const bytes = Buffer.concat([Buffer.from([0]), fromBase32(link.slice(1))]);
    return Buffer.concat([Buffer.from([0xd8, 42]), head(2, bytes.length), bytes]);
  }
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => ({ key: Buffer.from(key), item }))
    .sort((a, b) => a.key.length - b.key.length || a.key.compare(b.key));
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(({ key, item }) => [head(3, key.length), key, encode(item)]),
  ]);
}

function head(major: number, size: number): Buffer {
  const type = major << 5;
  if (size < 24) return Buffer.from([type | size]);
  if (size < 0x100) return Buffer.from([type | 24, size]);
  const out = Buffer.alloc(size < 0x10000 ? 3 : size < 0x100000000 ? 5 : 9);
  if (out.length === 3) out.writeUInt16BE(size, 1);
  else if (out.length === 5) out.writeUInt32BE(size, 1);
  else out.writeBigUInt64BE(BigInt(size), 1);
  out[0] = type | (out.length === 3 ? 25 : out.length === 5 ? 26 : 27);
  return out;
}
