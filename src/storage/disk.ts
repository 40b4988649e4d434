import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Storage, StorageTrouble } from './storage.ts';

const pieceBytes = 4 * 1024 * 1024;
const readBytes = 256 * 1024;

/** One file per object, spread over folders so that none of them grows without end. */
export function openDisk(root: string): Storage {
  const pathOf = (key: string) => {
    if (!/^[a-z0-9-]{8,80}$/.test(key)) throw new StorageTrouble(`no key of ours: ${key}`);
    return join(root, key.slice(-2), key);
  };
  const partOf = (key: string) => `${pathOf(key)}.part`;

  return {
    pieceBytes,
    localPath: pathOf,

    async read(key, start, end) {
      const file = await openExisting(pathOf(key));
      return file === null ? null : readRange(file, start, end);
    },

    async put(key, bytes) {
      await writeAt(partOf(key), 0, bytes);
      await rename(partOf(key), pathOf(key));
      await syncFolder(dirname(pathOf(key)));
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async append(key, _progress, offset, bytes) {
      await writeAt(partOf(key), offset, bytes);
      return null;
    },

    async finish(key, _progress, size) {
      const file = (await openExisting(partOf(key))) ?? (await openExisting(pathOf(key)));
      if (file === null) throw new StorageTrouble(`nothing was kept under ${key}`);
      const found = (await file.stat()).size;
      await file.close();
      if (found !== size) throw new StorageTrouble(`${found} bytes under ${key} instead of ${size}`);
      await rename(partOf(key), pathOf(key)).catch(unlessMissing);
      await syncFolder(dirname(pathOf(key)));
    },

    async abandon(key) {
      await rm(partOf(key), { force: true });
    },
  };
}

/** What an interrupted write left behind the offset is cut off first. */
async function writeAt(path: string, offset: number, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    await file.truncate(offset);
    for (let at = 0; at < bytes.byteLength; ) {
      at += (await file.write(bytes, at, bytes.byteLength - at, offset + at)).bytesWritten;
    }
    await file.datasync();
  } finally {
    await file.close();
  }
}

function readRange(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let at = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const wanted = Math.min(readBytes, end - at);
        const { bytesRead, buffer } =
          wanted > 0
            ? await file.read(new Uint8Array(wanted), 0, wanted, at)
            : { bytesRead: 0, buffer: new Uint8Array() };
        at += bytesRead;
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        if (bytesRead > 0 && at < end) return;
        await file.close();
        if (at < end) controller.error(new StorageTrouble('a file on disk is shorter than it was'));
        else controller.close();
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}

async function openExisting(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((error) => unlessMissing(error) ?? null);
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** A name is only safe from a power cut once its folder is on disk. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and needs no such care.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
