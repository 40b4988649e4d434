import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { createSandbox, type Sandbox } from './index.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4747' },
    host: { type: 'string', default: '127.0.0.1' },
    file: { type: 'string', default: ':memory:' },
    'base-url': { type: 'string' },
    'clock-speed': { type: 'string', default: '1' },
    /** Where the fast clock and the real one agree (ms since 1970); the same for all processes of one test. */
    'clock-epoch': { type: 'string' },
    /** For runs that publish more than any account may. */
    'no-quotas': { type: 'boolean', default: false },
  },
});

const speed = Number(values['clock-speed']);
const epoch = values['clock-epoch'] === undefined ? null : Number(values['clock-epoch']);
let url = values['base-url'] ?? '';
let sandbox: Sandbox | null = null;

const server = createServer((request, response) => {
  if (sandbox?.handle(request, response)) return;
  response.writeHead(302, { location: '/sandbox' }).end();
});
// Large uploads on slow machines: the default of five minutes is for ordinary requests.
server.requestTimeout = 0;
server.listen(Number(values.port), values.host, () => {
  if (url === '') url = `http://${values.host}:${(server.address() as AddressInfo).port}`;
  sandbox = createSandbox({
    baseUrl: url,
    file: values.file,
    clockSpeed: speed,
    quotas: !values['no-quotas'],
    ...(epoch === null ? {} : { now: () => Math.floor(epoch + (Date.now() - epoch) * speed) }),
  });
  process.stdout.write(`${JSON.stringify({ url })}\n`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.close(() => {
      sandbox?.close();
      process.exit(0);
    });
    server.closeAllConnections();
  });
}
