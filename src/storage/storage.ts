/** Where the bytes of our own files lie. Keys are made by us; what they mean is in the table `files`. */
export interface Storage {
  /** An unfinished upload is handed over in pieces of this size; only the last one may be shorter. */
  readonly pieceBytes: number;
  /** The bytes `[start, end)`, pulled as they are asked for. Null: there is no such object. */
  read(key: string, start: number, end: number): Promise<ReadableStream<Uint8Array> | null>;
  /** Whole or not at all; an object that is already there is replaced. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Also when there is nothing to remove. */
  remove(key: string): Promise<void>;
  /** A path on this machine that holds the bytes; null: they lie elsewhere. */
  localPath(key: string): string | null;

  /**
   * Keeps `bytes` that begin at `offset` of an unfinished upload. They end at a multiple of `pieceBytes`, unless the
   * sender fell silent or the upload is at its end. On disk when it returns; the answer is the next call's `progress`.
   */
  append(key: string, progress: string | null, offset: number, bytes: Uint8Array): Promise<string | null>;
  /** Everything has been appended: the object appears. May be called again. */
  finish(key: string, progress: string | null, size: number): Promise<void>;
  abandon(key: string, progress: string | null): Promise<void>;
}

export class StorageTrouble extends Error {
  constructor(words: string, cause?: unknown) {
    super(words, { cause });
    this.name = 'StorageTrouble';
  }
}
