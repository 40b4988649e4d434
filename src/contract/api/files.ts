import { z } from 'zod';
import { endpoint, id, inWorkspace, nothing, time, workspaceScope } from './endpoint.ts';

/** Where uploads go, by the tus protocol; the id at the end of the upload's address is the file's id. */
export const uploadsPath = `${inWorkspace}/uploads` as const;

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
    method: 'GET',
    path: `${inWorkspace}/files/:fileId`,
    needs: 'viewer',
    input: fileScope,
    output: fileView,
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: `${inWorkspace}/files/:fileId`,
    needs: 'editor',
    input: fileScope,
    output: nothing,
  }),
};

export type FileView = z.infer<typeof fileView>;
