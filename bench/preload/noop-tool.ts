import { z } from 'zod';
import { noInput } from '../../src/contract/tools.ts';
import { toolsByName } from '../../src/mcp/tools/index.ts';
import { reading, type Tool } from '../../src/mcp/tools/tool.ts';

/** A tool that does nothing: what is left is the door itself. Not in tools/list. */
export const noopTool: Tool = {
  name: 'bench_noop',
  title: 'Nothing',
  description: 'Does nothing.',
  inputSchema: noInput,
  outputSchema: z.object({ ok: z.boolean() }),
  annotations: reading,
  run: async () => ({ ok: true }),
};

(toolsByName as Map<string, Tool>).set(noopTool.name, noopTool);
