import { z } from 'zod';
import { addresses } from './addresses.ts';
import { endpoint, id, nothing, time, workspaceScope } from './endpoint.ts';

export const fileView = z.object({
  id,
  /** Unguessable and public: the platforms fetch it. */
  url: z.string(),
  name: z.string(),
  kind: z.enum(['image', 'video']),
  type: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationMs: z.int().nullable(),
  thumbnailUrl: z.string().nullable(),
  createdAt: time,
});

const fileScope = workspaceScope.extend({ fileId: id });

export const filesApi = {
  readFile: endpoint({
    ...addresses.readFile,
    needs: 'viewer',
    input: fileScope,
    output: fileView,
  }),
  removeFile: endpoint({
    ...addresses.removeFile,
    needs: 'editor',
    input: fileScope,
    output: nothing,
  }),
};

export type FileView = z.infer<typeof fileView>;
