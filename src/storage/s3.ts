import { call, type S3Target } from './s3-call.ts';
import { type Storage, StorageTrouble } from './storage.ts';

/** Parts have at least 5 MiB, and there are at most 10,000 of them (Amazon S3 multipart upload limits). */
const pieceBytes = 8 * 1024 * 1024;

/** What is known of an unfinished upload: the multipart upload and the tags of its whole parts. */
interface Progress {
  readonly upload: string;
  readonly tags: readonly string[];
}

/** Any S3-compatible service. What does not fill a part yet waits in an object of its own. */
export function openS3(target: S3Target): Storage {
  const keyOf = (key: string) => `media/${key}`;
  const tailOf = (key: string) => `media/${key}.tail`;
  const remove = async (key: string) => {
    await call(target, { method: 'DELETE', key, accept: [200, 204, 404] });
  };
  const put = async (key: string, body: Uint8Array) => {
    await call(target, { method: 'PUT', key, body });
  };
  const readAll = async (key: string): Promise<Uint8Array> => {
    const answer = await call(target, { method: 'GET', key });
    return new Uint8Array(await answer.arrayBuffer());
  };

  async function begin(key: string): Promise<Progress> {
    const answer = await call(target, { method: 'POST', key: keyOf(key), query: { uploads: '' } });
    const upload = /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text())?.[1];
    if (!upload) throw new StorageTrouble('the storage began no multipart upload');
    return { upload: decodeEntities(upload), tags: [] };
  }

  async function putPart(key: string, known: Progress, number: number, body: Uint8Array): Promise<Progress> {
    const query = { partNumber: String(number), uploadId: known.upload };
    const answer = await call(target, { method: 'PUT', key: keyOf(key), query, body });
    const tag = answer.headers.get('etag');
    if (!tag) throw new StorageTrouble('the storage gave a part no tag');
    return { ...known, tags: [...known.tags.slice(0, number - 1), tag] };
  }

  return {
    pieceBytes,
    localPath: () => null,
    put: (key, bytes) => put(keyOf(key), bytes),
    remove: (key) => remove(keyOf(key)),

    async read(key, start, end) {
      if (start >= end) return new ReadableStream({ start: (controller) => controller.close() });
      const headers = { range: `bytes=${start}-${end - 1}` };
      const answer = await call(target, { method: 'GET', key: keyOf(key), headers, accept: [206, 404] });
      if (answer.status === 206) return answer.body;
      await answer.body?.cancel();
      return null;
    },

    async append(key, progress, offset, bytes) {
      const held = offset % pieceBytes;
      const tail = held === 0 ? new Uint8Array() : await readAll(tailOf(key));
      if (tail.byteLength < held) throw new StorageTrouble('the storage lost the end of an upload');
      const piece = held === 0 ? bytes : Buffer.concat([tail.subarray(0, held), bytes]);
      if (piece.byteLength < pieceBytes) {
        await put(tailOf(key), piece);
        return progress;
      }
      const known = progress === null ? await begin(key) : (JSON.parse(progress) as Progress);
      const number = Math.floor(offset / pieceBytes) + 1;
      return JSON.stringify(await putPart(key, known, number, piece));
    },

    async finish(key, progress, size) {
      const head = await call(target, { method: 'HEAD', key: keyOf(key), accept: [200, 404] });
      if (head.status === 404) {
        const held = size % pieceBytes;
        const tail = held === 0 ? new Uint8Array() : (await readAll(tailOf(key))).subarray(0, held);
        const known = progress === null ? null : (JSON.parse(progress) as Progress);
        const whole = Math.floor(size / pieceBytes);
        if (tail.byteLength !== held || (known?.tags.length ?? 0) !== whole) {
          throw new StorageTrouble(`an upload of ${size} bytes is not complete under ${key}`);
        }
        if (known === null) await put(keyOf(key), tail);
        else await complete(key, known, tail);
      } else if (Number(head.headers.get('content-length')) !== size) {
        throw new StorageTrouble(`the storage holds another size than ${size} under ${key}`);
      }
      await remove(tailOf(key));
    },

    async abandon(key, progress) {
      await remove(tailOf(key));
      if (progress === null) return;
      const query = { uploadId: (JSON.parse(progress) as Progress).upload };
      // A service that knows no aborting (405, 501) has rules of its own for parts that nobody joins.
      await call(target, { method: 'DELETE', key: keyOf(key), query, accept: [200, 204, 404, 405, 501] });
    },
  };

  async function complete(key: string, known: Progress, tail: Uint8Array): Promise<void> {
    const all = tail.byteLength === 0 ? known : await putPart(key, known, known.tags.length + 1, tail);
    const parts = all.tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${encodeEntities(tag)}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const query = { uploadId: all.upload };
    const headers = { 'content-type': 'application/xml' };
    const answer = await call(target, { method: 'POST', key: keyOf(key), query, headers, body });
    // It begins with 200 while it works, and may still end in an error.
    const text = await answer.text();
    if (!text.includes('CompleteMultipartUploadResult')) {
      throw new StorageTrouble(`the storage did not join the parts: ${text.slice(0, 200)}`);
    }
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const encodeEntities = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
const decodeEntities = (text: string) =>
  Object.entries(entities).reduceRight((known, [sign, name]) => known.replaceAll(name, sign), text);
