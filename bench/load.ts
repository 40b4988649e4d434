import { type Child, startChild } from './child.ts';

export interface Load {
  readonly port: number;
  readonly path: string;
  /** Whole lines. */
  readonly headers: readonly string[];
  readonly body: string;
  readonly connections: number;
  readonly ms: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly ms: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Sample {
  /** Of the server, per request. */
  readonly cpuMicros: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Who is asked for what. */
export interface Variant {
  readonly server: Child;
  readonly port: number;
  readonly path: string;
  readonly key: string;
  readonly message: object;
}

const connections = 16;
const warmUpMs = 700;

/** Takes turns between the variants, round by round, so that a disturbance of the machine hits them all. */
export async function measureInTurns<Name extends string>(
  variants: Readonly<Record<Name, Variant>>,
  { rounds, ms }: { rounds: number; ms: number },
): Promise<Record<Name, Sample[]>> {
  const generator = startChild('bench/load-generator.ts');
  const names = Object.keys(variants) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>;
  try {
    for (const name of names) await measure(generator, variants[name], warmUpMs);
    for (let round = 0; round < rounds; round += 1) {
      for (const name of names) samples[name].push(await measure(generator, variants[name], ms));
    }
  } finally {
    await generator.stop();
  }
  return samples;
}

async function measure(generator: Child, variant: Variant, ms: number): Promise<Sample> {
  const { server, port, path, key } = variant;
  const load: Load = {
    port,
    path,
    headers: headersFor(key),
    body: JSON.stringify(variant.message),
    connections,
    ms,
  };
  const before = await server.vitals();
  const result = await generator.ask<LoadResult & { failed?: string }>(load);
  if (result.failed) throw new Error(result.failed);
  const after = await server.vitals();
  return {
    cpuMicros: (after.cpuMicros - before.cpuMicros) / result.requests,
    perSecond: result.requests / (result.ms / 1000),
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
  };
}

/** The same for every variant: what a usual client sends. */
function headersFor(key: string): string[] {
  return [
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2025-11-25',
    `Authorization: Bearer ${key}`,
  ];
}

/** One request, for its answer. */
export async function answerOf(variant: Omit<Variant, 'server'>): Promise<string> {
  const headers = headersFor(variant.key).map((line) => line.split(': ') as [string, string]);
  const response = await fetch(`http://127.0.0.1:${variant.port}${variant.path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(variant.message),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${text}`);
  return text;
}

export const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
export const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
export const callTool = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
