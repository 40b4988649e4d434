import type { IncomingMessage } from 'node:http';
import { uploadsPath } from '../../contract/api/addresses.ts';
import { PostboteError } from '../../errors.ts';
import { createPathTable } from './match-path.ts';
import { admit, type Gate } from './router.ts';

/** Who writes posts may upload; the rules are those of every other address of the API. */
export function authorizeUpload(gate: Gate) {
  const find = createPathTable([
    { path: uploadsPath, value: null },
    { path: `${uploadsPath}/:uploadId`, value: null },
  ]);
  return async (req: IncomingMessage): Promise<{ workspaceId: string }> => {
    const path = new URL(req.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '');
    const workspaceId = find(path)[0]?.names.workspaceId;
    if (workspaceId === undefined) throw new PostboteError('not_found');
    if (req.method !== 'HEAD' && gate.foreignOrigin(req) !== null) throw new PostboteError('forbidden');
    admit({ needs: 'editor' }, await gate.session(req), workspaceId);
    return { workspaceId };
  };
}
