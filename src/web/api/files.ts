import type { filesApi } from '../../contract/api/files.ts';
import { removeFile } from '../../files/remove-file.ts';
import { showFile } from '../../files/show-file.ts';
import type { HandlersOf } from './route.ts';

/** What people have uploaded. */
export const fileHandlers: HandlersOf<typeof filesApi> = {
  readFile: ({ app, workspaceId }, { fileId }) => showFile(app, { workspaceId }, fileId),
  async removeFile({ app, workspaceId }, { fileId }) {
    await removeFile(app, { workspaceId }, fileId);
    return {};
  },
};
