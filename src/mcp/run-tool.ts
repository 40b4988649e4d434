import type { App, Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { dataResult, errorResult, internalErrorResult } from './tool-result.ts';
import type { Tool } from './tools/tool.ts';

/** Always answers with a tool result, as JSON text; never throws. */
export async function runTool(app: App, caller: Caller, tool: Tool, args: unknown): Promise<string> {
  try {
    // A client that has nothing to say may leave the arguments out or send null.
    return dataResult(await tool.run(app, caller, args ?? {}), tool.listName);
  } catch (error) {
    if (error instanceof PostboteError && error.code !== 'internal') return errorResult(error);
    app.log.error({ err: error, tool: tool.name, keyId: caller.keyId }, 'tool call failed');
    return internalErrorResult;
  }
}
