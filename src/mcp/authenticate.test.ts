import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { it } from 'node:test';
import { clientAddress, keyInHeader, keyInPath } from './authenticate.ts';

it('finds the key in the path', () => {
  assert.equal(keyInPath(''), null);
  assert.equal(keyInPath('/'), null);
  assert.equal(keyInPath('/KEY'), 'KEY');
  assert.equal(keyInPath('/KEY/'), 'KEY');
  assert.equal(keyInPath('/K%45Y'), 'KEY');
  assert.equal(keyInPath('/%ff'), '%ff');
  assert.equal(keyInPath('//'), undefined);
  assert.equal(keyInPath('/KEY/more'), undefined);
  assert.equal(keyInPath('/.well-known/openid-configuration'), undefined);
});

it('finds the key in the header', () => {
  assert.equal(keyInHeader('Bearer KEY'), 'KEY');
  assert.equal(keyInHeader('bearer  KEY '), 'KEY');
  for (const other of [undefined, '', 'Bearer', 'Bearer ', 'Basic KEY', 'KEY'])
    assert.equal(keyInHeader(other), null);
});

it('knows whom to hold a failed attempt against', () => {
  const from = (remoteAddress: string, forwarded?: string) =>
    ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage;
  assert.equal(clientAddress(from('::ffff:192.0.2.1'), false), '192.0.2.1');
  assert.equal(clientAddress(from('10.0.0.1', '1.1.1.1, 192.0.2.7'), true), '192.0.2.7');
  assert.equal(clientAddress(from('10.0.0.1', '192.0.2.7'), false), '10.0.0.1');
  const one = clientAddress(from('2001:db8:1:2:3:4:5:6'), false);
  assert.equal(clientAddress(from('2001:db8:1:2:ffff:4:5:6'), false), one);
  for (const same of ['2001:db8::1', '2001:db8::a:b:c:d', '2001:db8:0:0:1::', '[2001:db8::1]:4711'])
    assert.equal(clientAddress(from('10.0.0.1', same), true), '2001:db8:0:0::/64', same);
  assert.equal(clientAddress(from('10.0.0.1', '192.0.2.7:4711'), true), '192.0.2.7');
});
