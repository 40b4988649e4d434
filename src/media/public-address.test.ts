import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createGuardedFetch } from './address-guard.ts';
import { mayConnectTo, parseRanges } from './public-address.ts';
import { throwsReason } from './serve-for-test.ts';

const refused = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.254', '127.0.0.1', '127.255.255.254'],
  ...['169.254.169.254', '169.254.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.0.0.1'],
  ...['192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
  ...['239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '100::1'],
  ...['2001:db8::1', '4000::1', '5f00::1', 'fd00:ec2::254'],
  // IPv4 in IPv6's clothes: mapped, translated, compatible, NAT64, 6to4, Teredo.
  ...['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::ffff:0:10.0.0.1', '::10.0.0.1', '::7f00:1'],
  ...['64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::10.0.0.1', '2002:7f00:1::', '2002:a00:1::1'],
  ...['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'not an address', ''],
];
const accepted = ['1.1.1.1', '93.184.216.34', '172.15.255.255', '172.32.0.0', '100.128.0.1', '11.0.0.0'];
const acceptedIPv6 = ['2606:4700::1111', '2a00:1450:4001::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'];

test('private, special and disguised addresses are refused', () => {
  for (const address of refused) assert.equal(mayConnectTo(address, []), false, address);
});

test('public addresses are accepted', () => {
  for (const address of [...accepted, ...acceptedIPv6])
    assert.equal(mayConnectTo(address, []), true, address);
});

test('an allowed range covers its addresses, disguised or not, and no others', () => {
  const allowed = parseRanges(['10.1.0.0/16', 'fd00:1::/32']);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5']) {
    assert.equal(mayConnectTo(address, allowed), true, address);
  }
  for (const address of ['10.2.0.1', '::ffff:10.2.0.1', 'fd00:2::1', '127.0.0.1', '169.254.169.254']) {
    assert.equal(mayConnectTo(address, allowed), false, address);
  }
});

test('a range that cannot be read is an error', () => {
  for (const cidr of ['10.0.0.0', '10.0.0.0/33', 'intranet', '']) assert.throws(() => parseRanges([cidr]));
});

const privateRanges: readonly (readonly [number, number])[] = [
  [0x0a000000, 8],
  [0xac100000, 12],
  [0xc0a80000, 16],
  [0x7f000000, 8],
  [0xa9fe0000, 16],
  [0x64400000, 10],
  [0x00000000, 8],
  [0xe0000000, 4],
  [0xf0000000, 4],
];

const privateIPv4 = fc
  .tuple(fc.constantFrom(...privateRanges), fc.nat(0xffffffff))
  .map(([[base, bits], any]) => (base + (any % 2 ** (32 - bits))) >>> 0);

function notations(value: number): string[] {
  const octets = [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  const [a, b, c, d] = octets as [number, number, number, number];
  const hex = value.toString(16).padStart(8, '0');
  const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`;
  return [
    octets.join('.'),
    `${octets.join('.')}.`,
    `${value}`,
    `0x${hex}`,
    `0${value.toString(8)}`,
    octets.map((octet) => `0x${octet.toString(16)}`).join('.'),
    octets.map((octet) => `0${octet.toString(8)}`).join('.'),
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    encodeURIComponent(octets.join('.')).replaceAll('.', '%2E'),
    octets.join('。'),
    octets.join('.').replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    `[::ffff:${octets.join('.')}]`,
    `[::ffff:${groups}]`,
    `[::${groups}]`,
    `[64:ff9b::${groups}]`,
    `[2002:${groups}::1]`,
  ];
}

test('every private IPv4 address is refused in every notation', async () => {
  const fetch = createGuardedFetch({ allowPrivate: [], trustedPrefixes: [] });
  await fc.assert(
    fc.asyncProperty(privateIPv4, async (value) => {
      for (const host of notations(value)) {
        await throwsReason(() => fetch.check(`http://${host}/`), 'media_rejected', 'private_address');
        await throwsReason(fetch(`http://${host}/`), 'media_rejected', 'private_address');
      }
    }),
    { numRuns: 60 },
  );
});
