import { buildConnector, Client } from 'undici';

const connect = buildConnector({ timeout: 10_000 });

/**
 * A kept connection may be closed by the other side in the moment we write to it, and nobody could tell whether the
 * request was read. What makes something public therefore always goes out on a connection of its own.
 *
 * Connecting takes time, and a process may be stopped in it for longer than its lease. So the right to send is asked
 * for once more when the connection stands, in the same turn in which the first byte is written.
 */
export function onOwnConnection(send: typeof fetch, mayStillSend: () => boolean): typeof fetch {
  return async (input, init) => {
    const dispatcher = new Client(new URL(String(input)).origin, {
      connect: (options, callback) =>
        connect(options, (error, socket) => {
          if (socket === null || mayStillSend()) return callback(error as null, socket as never);
          socket.destroy();
          callback(Object.assign(new Error('not sent: the lease is over'), { code: notSent }), null);
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

/** Known to `platforms/http` as an error that comes before the first byte. */
const notSent = 'POSTBOTE_NOT_SENT';
