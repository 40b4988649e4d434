import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The least that node:http can do: `/300` is answered with 300 bytes of JSON made once. */
const answers = new Map<string, string>();
const made = (path: string) => {
  const json = JSON.stringify({ fixed: 'x'.repeat(Math.max(0, Number(path.slice(1)) - 12)) });
  answers.set(path, json);
  return json;
};

const server = createServer((req, res) => {
  const path = req.url ?? '/0';
  const json = answers.get(path) ?? made(path);
  res.writeHead(200, ['Content-Type', 'application/json', 'Content-Length', String(json.length)]);
  res.end(json);
});
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
