import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

let lines: AsyncIterator<string> | null = null;
let hidden = false;

/** Asks at the terminal, or reads the next line of what is piped in. What is secret is not shown while it is typed. */
export async function ask(question: string, secret = false): Promise<string> {
  process.stderr.write(question);
  lines ??= openLines();
  hidden = secret;
  const { value } = await lines.next();
  if (hidden && process.stdin.isTTY) process.stderr.write('\n');
  hidden = false;
  return String(value ?? '').trim();
}

function openLines(): AsyncIterator<string> {
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) process.stderr.write(chunk);
      done();
    },
  });
  const reading = createInterface({
    input: process.stdin,
    output: shown,
    terminal: process.stdin.isTTY === true,
    historySize: 0,
  });
  // Ends the command; otherwise the question would count as answered with nothing.
  reading.once('SIGINT', () => {
    reading.close();
    process.exit(130);
  });
  return reading[Symbol.asyncIterator]();
}
