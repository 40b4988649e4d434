import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileView } from '../../../../../src/contract/api/files.ts';
import { ApiError } from '../../../api/call.ts';
import { usePlace } from '../../../api/place.ts';
import { newId } from '../../../parts/new-id.ts';
import { type Sending, sendFile } from './send-file.ts';

export type Purpose = 'media' | 'cover';

export interface Uploading {
  readonly id: string;
  readonly file: File;
  readonly purpose: Purpose;
  readonly sent: number;
  readonly state: 'waiting' | 'sending' | 'finishing' | 'failed';
  readonly error: ApiError | null;
}

/** Files on their way, one after the other so that they arrive in the order in which they were chosen. */
export function useUploads(onDone: (file: FileView, purpose: Purpose) => void) {
  const { workspaceId } = usePlace().scope;
  const [uploads, setUploads] = useState<readonly Uploading[]>([]);
  const running = useRef<{ id: string; sending: Sending } | null>(null);
  const finished = useRef(onDone);
  finished.current = onDone;

  const update = useCallback((id: string, patch: Partial<Uploading>) => {
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...patch } : one)));
  }, []);

  const begin = useCallback(
    async ({ id, file, purpose }: Uploading) => {
      const sending = sendFile(workspaceId, file, (sent, bytes) =>
        update(id, { sent, state: sent < bytes ? 'sending' : 'finishing' }),
      );
      running.current = { id, sending };
      update(id, { state: 'sending', error: null });
      try {
        const view = await sending.done;
        finished.current(view, purpose);
        setUploads((all) => all.filter((one) => one.id !== id));
      } catch (error) {
        const known = error instanceof ApiError ? error : new ApiError(0, { error: 'internal' });
        update(id, { state: 'failed', error: known });
      } finally {
        running.current = null;
        // A state of its own, so that the effect below looks for the next one.
        setUploads((all) => [...all]);
      }
    },
    [workspaceId, update],
  );

  useEffect(() => {
    const next = uploads.find((one) => one.state === 'waiting');
    if (next && !running.current) void begin(next);
  }, [uploads, begin]);
  useEffect(() => () => running.current?.sending.cancel(), []);

  return {
    uploads,
    active: uploads.some((one) => one.state !== 'failed'),
    add: useCallback((files: readonly File[], purpose: Purpose) => {
      const fresh = files.map(
        (file): Uploading => ({ id: newId(), file, purpose, sent: 0, state: 'waiting', error: null }),
      );
      setUploads((all) => [...all, ...fresh]);
    }, []),
    cancel: useCallback((id: string) => {
      if (running.current?.id === id) running.current.sending.cancel();
      setUploads((all) => all.filter((one) => one.id !== id));
    }, []),
    retry: useCallback((id: string) => update(id, { state: 'waiting', sent: 0, error: null }), [update]),
  };
}

export type Uploads = ReturnType<typeof useUploads>;
