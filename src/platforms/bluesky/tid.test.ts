import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTid } from './tid.ts';

// https://atproto.com/specs/tid
const form = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;
const moment = fc.integer({ min: 0, max: Date.UTC(2200, 0) });

test('a TID has the form the protocol asks for', () => {
  fc.assert(fc.property(moment, (now) => assert.match(createTid(now), form)));
});

test('later moments sort after earlier ones', () => {
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      if (a < b) assert.ok(createTid(a) < createTid(b));
    }),
  );
});

test('a known value', () => {
  assert.equal(
    createTid(0, () => 0),
    '2222222222222',
  );
  const value = BigInt(Date.UTC(2026, 10, 15)) * 1000n * 1024n;
  const alphabet = '234567abcdefghijklmnopqrstuvwxyz';
  const digits = value.toString(32).padStart(13, '0');
  const expected = [...digits].map((digit) => alphabet[Number.parseInt(digit, 32)]).join('');
  assert.equal(
    createTid(Date.UTC(2026, 10, 15), () => 0),
    expected,
  );
});
