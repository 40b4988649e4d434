import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createGuardedFetch, type Lookup } from './address-guard.ts';
import { localFetch, serve, throwsReason } from './serve-for-test.ts';

const closed = { allowPrivate: [], trustedPrefixes: [] };

/** Answers each question with the next of the given lists, the last one for ever. */
function lookupOf(...answers: string[][]) {
  const asked: string[] = [];
  const lookup: Lookup = (hostname, _options, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    process.nextTick(callback, null, found);
  };
  return { lookup, asked };
}

/** A server nobody may reach; the answer counts those who did. */
async function forbidden(t: TestContext, address: string, port = 0) {
  const hits: string[] = [];
  const origin = await serve(
    t,
    (request, response) => response.end(hits.push(request.url ?? '')),
    address,
    port,
  );
  return { origin, hits };
}

test('an address in the URL is refused, although nothing is looked up', async (t) => {
  const { origin, hits } = await forbidden(t, '127.0.0.1');
  const { port } = new URL(origin);
  const fetch = createGuardedFetch(closed);
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '017700000001', '0', '0.0.0.0']) {
    await throwsReason(fetch(`http://${host}:${port}/?secret`), 'media_rejected', 'private_address');
  }
  for (const host of [
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '169.254.169.254',
    '10.0.0.1',
  ]) {
    await throwsReason(fetch(`http://${host}:${port}/`), 'media_rejected', 'private_address');
    await throwsReason(fetch(`https://${host}:${port}/`), 'media_rejected', 'private_address');
  }
  assert.deepEqual(hits, []);
});

test('a name is refused when any of its addresses is private', async (t) => {
  const { origin, hits } = await forbidden(t, '127.0.0.1');
  const { port } = new URL(origin);
  const answers = [
    ...[['127.0.0.1'], ['10.0.0.1'], ['172.16.0.1'], ['192.168.1.1'], ['169.254.169.254'], ['100.64.0.1']],
    ...[['0.0.0.0'], ['224.0.0.1'], ['::1'], ['::'], ['fd00::1'], ['fe80::1'], ['::ffff:127.0.0.1']],
    ...[['64:ff9b::7f00:1'], ['2002:7f00:1::'], ['93.184.216.34', '127.0.0.1'], ['2606:4700::1111', '::1']],
    ['93.184.216.34', '1.1.1.1', '::ffff:10.0.0.1'],
  ];
  for (const addresses of answers) {
    const { lookup, asked } = lookupOf(addresses);
    const fetch = createGuardedFetch({ ...closed, lookup });
    await throwsReason(fetch(`http://files.example:${port}/`), 'media_rejected', 'private_address');
    assert.deepEqual(asked, ['files.example'], addresses.join());
  }
  assert.deepEqual(hits, []);
});

test('a name without addresses is passing trouble', async () => {
  const { lookup } = lookupOf([]);
  const fetch = createGuardedFetch({ ...closed, lookup });
  await throwsReason(fetch('http://files.example/'), 'media_unreachable', 'dns');
});

test('the address that was checked is the one connected to', async (t) => {
  const reached: string[] = [];
  const answer = (where: string) => (_request: unknown, response: import('node:http').ServerResponse) => {
    reached.push(where);
    response.setHeader('connection', 'close').end(where);
  };
  const good = await serve(t, answer('good'), '127.0.0.1');
  const { port } = new URL(good);
  await serve(t, answer('evil'), '127.0.0.2', Number(port));
  // The name changes its mind after each question.
  const { lookup, asked } = lookupOf(['127.0.0.1'], ['127.0.0.2']);
  const fetch = createGuardedFetch({ ...closed, allowPrivate: ['127.0.0.1/32'], lookup });

  const first = await fetch(`http://rebind.example:${port}/`);
  assert.equal(await first.text(), 'good');
  assert.equal(asked.length, 1, 'one question per connection, so nothing can change in between');
  await throwsReason(fetch(`http://rebind.example:${port}/`), 'media_rejected', 'private_address');
  assert.deepEqual(reached, ['good']);
});

test('a redirect to a private address is refused, by literal and by name', async (t) => {
  const { origin: inner, hits } = await forbidden(t, '127.0.0.2');
  const { port } = new URL(inner);
  const targets = [`${inner}/a`, `//127.0.0.2:${port}/a`, `http://inner.example:${port}/`, 'http://[::1]/'];
  const outer = await serve(t, (request, response) => {
    response.writeHead(302, { location: targets[Number(request.url?.slice(1))] }).end();
  });
  const { lookup } = lookupOf(['127.0.0.2']);
  const fetch = createGuardedFetch({ ...closed, allowPrivate: ['127.0.0.1/32'], lookup });
  for (const index of targets.keys()) {
    await throwsReason(fetch(`${outer}/${index}`), 'media_rejected', 'private_address');
  }
  assert.deepEqual(hits, []);
});

test('redirects are followed five times, relative ones too, each hop checked for scheme and credentials', async (t) => {
  const special: Record<string, string> = {
    '/file': 'file:///etc/passwd',
    '/data': 'data:image/png;base64,AAAA',
    '/user': 'http://user:pw@127.0.0.1/',
    '/bad': 'http://[',
  };
  const origin = await serve(t, (request, response) => {
    const path = request.url ?? '';
    const left = Number(path.slice(1));
    if (left === 0) return response.end('here');
    response.writeHead(left % 2 ? 301 : 307, { location: special[path] ?? `./${left - 1}` }).end('moved');
  });
  const fetch = localFetch();
  assert.equal(await (await fetch(`${origin}/5`)).text(), 'here');
  await throwsReason(fetch(`${origin}/6`), 'media_rejected', 'too_many_redirects');
  await throwsReason(fetch(`${origin}/file`), 'media_rejected', 'bad_scheme');
  await throwsReason(fetch(`${origin}/data`), 'media_rejected', 'bad_scheme');
  await throwsReason(fetch(`${origin}/user`), 'media_rejected', 'credentials_in_url');
  await throwsReason(fetch(`${origin}/bad`), 'media_rejected', 'bad_url');
});

test('only http and https, and no credentials', async () => {
  const fetch = localFetch();
  const schemes = [
    'file:///etc/passwd',
    'ftp://a.example/x',
    'data:text/plain,x',
    'blob:http://a/b',
    'about:blank',
  ];
  for (const url of [...schemes, 'javascript:alert(1)', 'gopher://127.0.0.1/']) {
    await throwsReason(fetch(url), 'media_rejected', 'bad_scheme');
  }
  for (const url of ['http://user@127.0.0.1/', 'http://user:pw@a.example/', 'https://:pw@a.example/']) {
    await throwsReason(fetch(url), 'media_rejected', 'credentials_in_url');
  }
  for (const url of ['', 'picture.jpg', 'http://', 'http://a b/', 'http://[::1']) {
    await throwsReason(fetch(url), 'media_rejected', 'bad_url');
  }
  await throwsReason(fetch('http://127.0.0.1:22/'), 'media_rejected', 'bad_port');
});

test('an allowed range opens that range only', async (t) => {
  const good = await serve(t, (_request, response) => response.end('ok'));
  const { origin: other, hits } = await forbidden(t, '127.0.0.2');
  const fetch = localFetch();
  assert.equal(await (await fetch(good)).text(), 'ok');
  await throwsReason(fetch(other), 'media_rejected', 'private_address');
  assert.deepEqual(hits, []);
});

test('a trusted prefix opens that folder and nothing beside it', async (t) => {
  const hits: string[] = [];
  const origin = await serve(t, (request, response) => {
    hits.push(request.url ?? '');
    if (request.url === '/sandbox/media/away') response.writeHead(302, { location: '/sandbox/media/a.png' });
    response.end('ok');
  });
  const { port } = new URL(origin);
  const fetch = createGuardedFetch({ ...closed, trustedPrefixes: [`${origin}/sandbox/media/`] });
  assert.equal(await (await fetch(`${origin}/sandbox/media/a.png?x=1`)).text(), 'ok');
  assert.equal(await (await fetch(`${origin}/sandbox/api/../media/b%20c.png#part`)).text(), 'ok');
  const reached = hits.length;

  const escapes = [
    ...['/sandbox/media/../api', '/sandbox/media/%2e%2e/api', '/sandbox/media/.%2E/api', '/sandbox/media'],
    ...['/sandbox/media/..%2fapi', '/sandbox/media/..%5Capi', '/sandbox/media/..\\api', '/sandbox/mediax/a'],
    ...['/sandbox/media/%252e%252e/api', '/sandbox/media/x/../../api', '/SANDBOX/media/a.png', '/'],
  ];
  for (const path of escapes) {
    await throwsReason(fetch(`${origin}${path}`), 'media_rejected', 'private_address');
  }
  await throwsReason(
    fetch(`http://127.0.0.1:${port}@evil.example/sandbox/media/`),
    'media_rejected',
    'credentials_in_url',
  );
  await throwsReason(
    fetch(`https://127.0.0.1:${port}/sandbox/media/a.png`),
    'media_rejected',
    'private_address',
  );
  await throwsReason(
    fetch(`http://localhost:${port}/sandbox/media/a.png`),
    'media_rejected',
    'private_address',
  );
  await throwsReason(
    fetch(`http://127.0.0.1:${Number(port) ^ 1}/sandbox/media/a.png`),
    'media_rejected',
    'private_address',
  );
  assert.equal(hits.length, reached, 'no escape reached the server');

  await throwsReason(fetch(`${origin}/sandbox/media/away`), 'media_rejected', 'private_address');
  assert.equal(hits.length, reached + 1, 'the trusted hop was made, the redirect not');
});

test('a trusted prefix without its slash is refused at the start', () => {
  for (const prefix of ['http://127.0.0.1:1/media', 'http://127.0.0.1:1/m/?a=/', 'file:///', '127.0.0.1']) {
    assert.throws(() => createGuardedFetch({ ...closed, trustedPrefixes: [prefix] }), prefix);
  }
});

test('asks for the bytes as they are', async (t) => {
  const origin = await serve(t, (request, response) => response.end(request.headers['accept-encoding']));
  const response = await localFetch()(origin, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(await response.text(), 'identity');
});

test('a server that is not there, or does not answer, is passing trouble', async (t) => {
  const silent = createServer((socket) => socket.on('error', () => socket.destroy()).resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as import('node:net').AddressInfo;
  const fetch = localFetch({ headersMs: 150, connectMs: 500 });
  await throwsReason(fetch(`http://127.0.0.1:${port}/`), 'media_unreachable', 'timeout');
  await throwsReason(fetch(`https://127.0.0.1:${port}/`), 'media_unreachable', 'timeout');
  const stopped = new Promise<void>((resolve) => silent.close(() => resolve()));
  await stopped;
  await throwsReason(fetch(`http://127.0.0.1:${port}/?secret`), 'media_unreachable', 'connection_refused');

  const hangUp = await serve(t, (request) => request.socket.destroy());
  await throwsReason(fetch(hangUp), 'media_unreachable', 'connection_reset');
});
