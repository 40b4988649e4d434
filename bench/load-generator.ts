import { connect, type Socket } from 'node:net';
import type { Load, LoadResult } from './load.ts';

/** Sends one request after the other on each of a few kept-alive connections; raw sockets cost the least. */
process.on('message', (load: Load) => {
  if (!Array.isArray(load.headers)) return;
  run(load).then(
    (result) => process.send?.(result),
    (error) => process.send?.({ failed: String(error) }),
  );
});
process.channel?.ref();

async function run(load: Load): Promise<LoadResult> {
  const body = Buffer.from(load.body);
  const head = [
    `POST ${load.path} HTTP/1.1`,
    `Host: 127.0.0.1:${load.port}`,
    ...load.headers,
    `Content-Length: ${body.length}`,
    '\r\n',
  ].join('\r\n');
  const request = Buffer.concat([Buffer.from(head), body]);
  const startedAt = performance.now();
  const endsAt = startedAt + load.ms;
  const latencies: number[] = [];
  await Promise.all(
    Array.from({ length: load.connections }, () => talk(load.port, request, endsAt, latencies)),
  );
  const ms = performance.now() - startedAt;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { requests: latencies.length, ms, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function talk(port: number, request: Buffer, endsAt: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let head = '';
    let missing = -1;
    const send = () => {
      head = '';
      missing = -1;
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (missing < 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = /\r\nContent-Length: (\d+)\r\n/i.exec(head);
        if (!head.startsWith('HTTP/1.1 200') || !length) {
          reject(new Error(`unexpected answer: ${head.slice(0, 500)}`));
          socket.destroy();
          return;
        }
        missing = Number(length[1]) - (head.length - end - 4);
      } else missing -= chunk.length;
      if (missing > 0) return;
      const now = performance.now();
      latencies.push(now - sentAt);
      if (now < endsAt) send();
      else {
        socket.end();
        resolve();
      }
    });
  });
}
