import type { Server } from 'node:http';

const graceMs = 10_000;
const sweepMs = 50;

/**
 * `close()` stops accepting, ends what would stream for ever, lets requests in flight finish and hangs up each
 * connection as it falls idle. What is still open after the grace period is cut.
 */
export function closeGracefully(server: Server, endStreams: () => Promise<void>): void {
  const close = server.close.bind(server);
  server.close = (done) => {
    endStreams().catch(() => server.closeAllConnections());
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    return close((error) => {
      clearInterval(sweep);
      clearTimeout(cut);
      done?.(error);
    });
  };
}
