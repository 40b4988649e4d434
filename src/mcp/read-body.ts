import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

export const maxBodyBytes = 1024 * 1024;

/**
 * What is too large is still read to its end up to here, and thrown away: a client that is cut off while
 * sending sees a broken connection instead of our 413.
 */
const maxDrainedBytes = 16 * 1024 * 1024;

export type Body =
  | { kind: 'text'; text: string }
  | { kind: 'not-utf8' }
  /** `drained`: the connection can go on; otherwise it has to be closed. */
  | { kind: 'too-large'; drained: boolean }
  /** The client went away; there is nobody to answer. */
  | { kind: 'gone' };

export function readBody(req: IncomingMessage): Promise<Body> {
  return new Promise((resolve) => {
    const declared = Number(req.headers['content-length'] ?? 0);
    if (declared > maxDrainedBytes) {
      resolve({ kind: 'too-large', drained: false });
      return;
    }
    let chunks: Buffer[] = [];
    let received = 0;
    let tooLarge = declared > maxBodyBytes;
    req.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxBodyBytes) tooLarge = true;
      if (!tooLarge) chunks.push(chunk);
      else chunks = [];
      if (received > maxDrainedBytes) {
        req.pause();
        resolve({ kind: 'too-large', drained: false });
      }
    });
    req.on('end', () => resolve(tooLarge ? { kind: 'too-large', drained: true } : decode(chunks)));
    // After `end` these come too late to matter.
    req.on('error', () => resolve({ kind: 'gone' }));
    req.on('close', () => resolve({ kind: 'gone' }));
  });
}

function decode(chunks: Buffer[]): Body {
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  // A wrong byte would silently become U+FFFD in somebody's post.
  if (!isUtf8(bytes)) return { kind: 'not-utf8' };
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { kind: 'text', text: bytes.toString('utf8', hasMark ? 3 : 0) };
}
