import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lays a stream down as a file on this machine for as long as `run` needs it, with its hash. */
export async function withLocalFile<T>(
  stream: ReadableStream<Uint8Array>,
  run: (path: string, sha256: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'postbote-'));
  try {
    const path = join(folder, 'file');
    return await run(path, await writeDown(stream, path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeDown(stream: ReadableStream<Uint8Array>, path: string): Promise<string> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    for await (const chunk of stream) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

export async function hashOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}
