import { uploadsPath } from '../../../../../src/contract/api/addresses.ts';
import type { ApiErrorBody } from '../../../../../src/contract/api/endpoint.ts';
import type { FileView } from '../../../../../src/contract/api/files.ts';
import { ApiError, address, call } from '../../../api/call.ts';

export interface Sending {
  readonly done: Promise<FileView>;
  /** Also takes back what the server has of it. */
  cancel(): void;
}

/** Small enough for a proxy that limits bodies, large enough that the answers between them cost nothing. */
const chunkBytes = 8 * 1024 * 1024;

/** Sends a file by tus: a lost line is taken up again where it broke, also after a reload with the same file. */
export function sendFile(
  workspaceId: string,
  file: File,
  onProgress: (sent: number, bytes: number) => void,
): Sending {
  let canceled = false;
  let stop = () => {};
  const done = (async () => {
    const { Upload } = await import('tus-js-client');
    const endpoint = address({ path: uploadsPath }, { workspaceId }).url;
    const uploadUrl = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(file, {
        endpoint,
        chunkSize: chunkBytes,
        retryDelays: [0, 1000, 3000, 5000, 10_000],
        removeFingerprintOnSuccess: true,
        metadata: { filename: file.name, filetype: file.type },
        onProgress,
        onError: (error) => reject(asApiError(error)),
        onSuccess: () => resolve(upload.url ?? ''),
      });
      stop = () => {
        void upload.abort(true).catch(() => undefined);
        reject(new ApiError(0, { error: 'canceled' }));
      };
      if (canceled) {
        stop();
        return;
      }
      void upload.findPreviousUploads().then(([previous]) => {
        if (canceled) return;
        if (previous) upload.resumeFromPreviousUpload(previous);
        upload.start();
      });
    });
    const fileId = new URL(uploadUrl, location.href).pathname.split('/').filter(Boolean).at(-1) ?? '';
    return call('readFile', { workspaceId, fileId });
  })();
  return {
    done,
    cancel() {
      canceled = true;
      stop();
    },
  };
}

function asApiError(error: Error): ApiError {
  const response = 'originalResponse' in error ? (error.originalResponse as Answer | null) : null;
  if (!response) return new ApiError(0, { error: 'offline' });
  try {
    return new ApiError(response.getStatus(), JSON.parse(response.getBody()) as ApiErrorBody);
  } catch {
    return new ApiError(response.getStatus(), { error: 'internal' });
  }
}

interface Answer {
  getStatus(): number;
  getBody(): string;
}
