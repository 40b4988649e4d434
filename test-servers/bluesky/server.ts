import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/**
 * Bluesky's own server (PDS) and the directory of identities (PLC), as a process of its own. Started by open-server.ts with a
 * folder for its data; tells its parent where it listens and ends with it.
 */
const folder = String(process.argv[2]);
const jwtSecret = String(process.argv[3]);

/** Addresses of the pretend internet → where they really are. Set by the parent before anybody asks for them. */
const mapped = new Map<string, string>();
const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  const { origin, pathname, search } = new URL(request.url);
  const there = mapped.get(origin);
  return there === undefined
    ? realFetch(input, init)
    : realFetch(`${there}${pathname}${search}`, { headers: request.headers, signal: request.signal });
};

// By a name that the type checker does not follow: these packages are only there after `npm run test:bluesky`.
const load = (name: string) => import(name);
const { Database, PlcServer } = await load('@did-plc/server').then((found) => found.default ?? found);
const { PDS } = await load('@atproto/pds');

const plcPort = await freePort();
const plc = PlcServer.create({ db: Database.mock(), port: plcPort });
await plc.start();

for (const name of ['data', 'blobs', 'uploading']) mkdirSync(join(folder, name));
const port = await freePort();
const pds = await PDS.fromEnv({
  devMode: true,
  hostname: 'localhost',
  port,
  dataDirectory: join(folder, 'data'),
  blobstoreDiskLocation: join(folder, 'blobs'),
  blobstoreDiskTmpLocation: join(folder, 'uploading'),
  blobUploadLimit: 50 * 1024 * 1024,
  didPlcUrl: `http://localhost:${plcPort}`,
  jwtSecret,
  adminPassword: randomBytes(16).toString('hex'),
  plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString('hex'),
  serviceHandleDomains: ['.test'],
  inviteRequired: false,
  disableSsrfProtection: true,
  rateLimitsEnabled: true,
  bskyAppViewUrl: 'https://appview.invalid',
  bskyAppViewDid: 'did:example:invalid',
  // Nobody is told about new posts.
  crawlers: [],
  serviceName: 'A server for tests',
});
await pds.start();

process.on('message', (message: { map: Record<string, string> }) => {
  for (const [from, to] of Object.entries(message.map)) mapped.set(from, to);
  process.send?.({ mapped: true });
});
process.once('disconnect', () => process.exit(0));
process.send?.({ pds: `http://localhost:${port}`, plc: `http://localhost:${plcPort}` });

/** The server writes its own port into its documents, so it must be known before it starts. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
