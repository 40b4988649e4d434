import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';

const connect = buildConnector({ timeout: 10_000 });

/** Known to `platforms/http` as an error that comes before the first byte. */
const notSent = 'POSTBOTE_NOT_SENT';

/** Larger requests are uploads; they go out as they come. */
const wholeBytes = 256 * 1024;

/**
 * A kept connection may be closed by the other side in the moment we write to it, and nobody could tell whether the
 * request was read. What makes something public therefore always goes out on a connection of its own.
 *
 * Connecting and handing over a body take several turns of the event loop, and a process may be stopped in each of them
 * for longer than its lease. So the request is gathered whole, the right to send is asked for once more, and it leaves in
 * one write: whoever is stopped before it has sent nothing.
 */
export function onOwnConnection(send: typeof fetch, mayStillSend: () => boolean): typeof fetch {
  return async (input, init) => {
    const dispatcher = new Client(new URL(String(input)).origin, {
      connect: (options, callback) =>
        connect(options, (error, socket) => {
          if (socket === null) return callback(error as Error, null);
          sendInOneWrite(socket, mayStillSend);
          callback(null, socket);
        }),
    });
    try {
      return await send(input, { ...init, dispatcher } as RequestInit);
    } finally {
      // Once the answer has been read to its end.
      dispatcher.close().catch(() => undefined);
    }
  };
}

function sendInOneWrite(socket: Socket, mayStillSend: () => boolean): void {
  const write = socket.write.bind(socket);
  const parts: Buffer[] = [];
  const gather = (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
  ) => {
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
        : Buffer.from(chunk);
    parts.push(bytes);
    const request = Buffer.concat(parts);
    if (!isWhole(request)) return true;
    socket.write = write;
    if (mayStillSend()) return write(request);
    socket.destroy(Object.assign(new Error('not sent: the lease is over'), { code: notSent }));
    return false;
  };
  socket.write = gather as Socket['write'];
}

/** All of a small request; of one that is larger, or of unknown length, the head. */
function isWhole(request: Buffer): boolean {
  const headEnd = request.indexOf('\r\n\r\n');
  if (headEnd === -1) return false;
  const head = request.toString('latin1', 0, headEnd);
  const length = /^content-length: *(\d+)\r?$/im.exec(head)?.[1];
  if (length === undefined || Number(length) > wholeBytes) return true;
  return request.length >= headEnd + 4 + Number(length);
}
