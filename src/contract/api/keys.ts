import { z } from 'zod';
import { addresses } from './addresses.ts';
import { endpoint, id, mode, nothing, time, workspaceScope } from './endpoint.ts';

export const keyView = z.object({
  id,
  name: z.string(),
  mode,
  prefix: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable(),
  calls: z.int(),
  revokedAt: time.nullable(),
});

/** One stage of the handshake as a client would do it. */
export const connectionStage = z.object({
  name: z.enum(['health', 'discovery', 'unauthorized', 'initialize', 'list_tools', 'call_tool']),
  ok: z.boolean(),
  code: z.string().nullable(),
  detail: z.string(),
});

export const keysApi = {
  listKeys: endpoint({
    ...addresses.listKeys,
    needs: 'viewer',
    input: workspaceScope,
    output: z.object({ keys: z.array(keyView) }),
  }),
  /** The key itself is in this answer and nowhere else, ever. */
  createKey: endpoint({
    ...addresses.createKey,
    needs: 'editor',
    input: workspaceScope.extend({ name: z.string().trim().min(1).max(100), mode }),
    output: z.object({ key: z.string(), view: keyView }),
  }),
  revokeKey: endpoint({
    ...addresses.revokeKey,
    needs: 'editor',
    input: workspaceScope.extend({ keyId: id }),
    output: nothing,
  }),
  /** Replays the handshake from outside in. With a key that the user just created or pasted; it is not stored. */
  testConnection: endpoint({
    ...addresses.testConnection,
    needs: 'editor',
    input: workspaceScope.extend({ key: z.string().max(200).optional() }),
    output: z.object({ address: z.string(), stages: z.array(connectionStage) }),
  }),
};

export type KeyView = z.infer<typeof keyView>;
export type ConnectionStage = z.infer<typeof connectionStage>;
