import type { App } from '../../context.ts';
import type { ConnectionStage } from '../../contract/api/keys.ts';

const timeoutMs = 10_000;

interface Answer {
  readonly status: number;
  readonly json: Record<string, unknown> | null;
}

/**
 * Does what a client does, from the public address inwards, and stops at the first stage that fails: everything after
 * it would only repeat the same trouble in other words. The key is used and forgotten.
 */
export async function testConnection(
  app: Pick<App, 'fetch'>,
  base: string,
  key: string | null,
): Promise<{ address: string; stages: ConnectionStage[] }> {
  const address = `${base}/mcp`;
  const stages: ConnectionStage[] = [];
  const ask = async (url: string, message?: object, bearer = key): Promise<Answer> => {
    const response = await app.fetch(url, {
      method: message ? 'POST' : 'GET',
      headers: {
        accept: 'application/json, text/event-stream',
        ...(message && { 'content-type': 'application/json' }),
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      },
      body: message ? JSON.stringify(message) : null,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, json: parse(text) };
  };
  const stage = async (name: ConnectionStage['name'], judge: () => Promise<string | null>, ok: string) => {
    if (stages.some((one) => !one.ok)) return;
    try {
      const trouble = await judge();
      stages.push({
        name,
        ok: trouble === null,
        code: trouble === null ? null : name,
        detail: trouble ?? ok,
      });
    } catch (error) {
      stages.push({ name, ok: false, code: 'unreachable', detail: reasonOf(error) });
    }
  };

  await stage(
    'health',
    async () => {
      const { status, json } = await ask(`${base}/health`, undefined, null);
      if (status === 200 && json?.service === 'postbote-mcp') return null;
      return status === 200 ? 'Another program answers at this address.' : `HTTP ${status}`;
    },
    `${base}/health`,
  );
  await stage(
    'discovery',
    async () => {
      const { status } = await ask(`${base}/.well-known/oauth-protected-resource`, undefined, null);
      return status === 404 ? null : `HTTP ${status} instead of 404: a proxy answers OAuth discovery.`;
    },
    '404',
  );
  await stage(
    'unauthorized',
    async () => {
      const { status } = await ask(address, call('tools/list'), null);
      return status === 401 ? null : `HTTP ${status} instead of 401`;
    },
    '401',
  );
  if (key === null) return { address, stages };
  await stage(
    'initialize',
    async () => {
      const { status, json } = await ask(address, call('initialize', handshake));
      if (status === 401) return 'The key is not valid, or a proxy drops the Authorization header.';
      const info = (json?.result as { serverInfo?: { name?: string } } | undefined)?.serverInfo;
      return info ? null : `HTTP ${status}`;
    },
    '200',
  );
  await stage(
    'list_tools',
    async () => {
      const { status, json } = await ask(address, call('tools/list'));
      const tools = (json?.result as { tools?: unknown[] } | undefined)?.tools;
      return tools?.length ? null : `HTTP ${status}`;
    },
    '200',
  );
  await stage(
    'call_tool',
    async () => {
      const named = { name: 'list_social_accounts', arguments: {} };
      const { status, json } = await ask(address, call('tools/call', named));
      const result = json?.result as { isError?: boolean } | undefined;
      return result && !result.isError ? null : `HTTP ${status}`;
    },
    'list_social_accounts',
  );
  return { address, stages };
}

const handshake = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'postbote-connection-test', version: '1' },
};

const call = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    // Not JSON: the status alone tells.
    return null;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined)?.code : undefined;
  return cause ?? (error instanceof Error ? error.name : 'unknown');
}
