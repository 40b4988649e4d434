import { CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import type { App, KeyCaller } from '../context.ts';
import type { FastCall } from './fast-path.ts';
import { runTool } from './run-tool.ts';
import type { SdkPath } from './sdk-path.ts';

/** The parts of an answer that never change, as the SDK itself words them. */
export interface FixedTexts {
  readonly legacyList: string;
  readonly modernList: string;
  /** What the modern era adds to every result, from the comma to the closing brace. */
  readonly modernEnd: string;
}

const nobody: KeyCaller = { keyId: 'start', workspaceId: '', mode: 'test' };
const modernMeta = { [PROTOCOL_VERSION_META_KEY]: '2026-07-28', [CLIENT_CAPABILITIES_META_KEY]: {} };

/** Asks the SDK for the tool list in both eras, so that a precomputed answer cannot drift from the real one. */
export async function askFixedTexts(sdk: SdkPath): Promise<FixedTexts> {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' } as const;
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
  const legacy = await resultOf(await sdk.legacy(list, nobody));
  const modern = await resultOf(
    await sdk.modern({ ...list, params: { _meta: modernMeta } }, headers, nobody),
  );
  const { resultType, _meta } = modern;
  return {
    legacyList: JSON.stringify(legacy),
    modernList: JSON.stringify(modern),
    modernEnd: `,${JSON.stringify({ resultType, _meta }).slice(1)}`,
  };
}

async function resultOf(response: Response): Promise<Record<string, unknown>> {
  const { result } = (await response.json()) as { result?: Record<string, unknown> };
  if (result === undefined) throw new Error('The MCP SDK did not answer tools/list');
  return result;
}

export async function answerFast(
  app: App,
  caller: KeyCaller,
  call: FastCall,
  texts: FixedTexts,
): Promise<string> {
  if (call.method === 'ping') return response(call.id, '{}');
  const modern = call.era === 'modern';
  if (call.tool === null) return response(call.id, modern ? texts.modernList : texts.legacyList);
  const result = await runTool(app, caller, call.tool, call.args);
  return response(call.id, modern ? result.slice(0, -1) + texts.modernEnd : result);
}

function response(id: string | number, result: string): string {
  return `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},"result":${result}}`;
}
