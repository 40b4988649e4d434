import type { Bench } from './bench.ts';
import { startChild } from './child.ts';
import { answerOf, callTool, listTools, measureInTurns, ping, type Sample, type Variant } from './load.ts';
import { median, pairedRatio, type Row, ratioAtLeast, ratioAtMost, row, type Target } from './report.ts';
import { startPostbote } from './servers/postbote.ts';

/**
 * What the door itself costs: route, host check, body, JSON, key look-up, rate limit, result. The tool behind
 * it does nothing. CPU per request of the server process is the figure that a noisy machine disturbs least.
 */
export async function door(bench: Bench): Promise<Row[]> {
  const env = { POSTBOTE_DATA: bench.folder('door') };
  const { child, port, key } = await startPostbote(env, ['noop-tool.ts']);
  const bare = startChild('bench/servers/bare.ts');
  const sdk = startChild('bench/servers/sdk.ts', { env });
  try {
    const barePort = Number((await bare.says(/port (\d+)/))[1]);
    const sdkPort = Number((await sdk.says(/port (\d+)/))[1]);
    const ours = (message: object): Variant => ({ server: child, port, path: '/mcp', key, message });
    const theirs = (message: object): Variant => ({ server: sdk, port: sdkPort, path: '/mcp', key, message });
    const fixed = async (like: Variant): Promise<Variant> => {
      const bytes = Buffer.byteLength(await answerOf(like));
      return { ...like, server: bare, port: barePort, path: `/${bytes}` };
    };
    const noop = callTool('bench_noop', {});
    const samples = await measureInTurns(
      {
        bare: await fixed(ours(noop)),
        call: ours(noop),
        ping: ours(ping),
        bareList: await fixed(ours(listTools)),
        list: ours(listTools),
        refused: ours(callTool('get_post_status', { post_id: 'none' })),
        accounts: ours(callTool('list_social_accounts', {})),
        sdkCall: theirs(noop),
        sdkList: theirs(listTools),
      },
      { rounds: bench.rounds(5), ms: 800 },
    );
    return rowsOf(samples);
  } finally {
    await Promise.all([child.stop(), bare.stop(), sdk.stop()]);
  }
}

type Name = 'bare' | 'call' | 'ping' | 'bareList' | 'list' | 'refused' | 'accounts' | 'sdkCall' | 'sdkList';
type Reference = 'bare' | 'bareList' | 'sdkCall' | 'sdkList';

const bareName = 'bare node:http, same size';
const sdkName = 'the SDK per request';
const referenceNames: Readonly<Record<Reference, string>> = {
  bare: bareName,
  bareList: bareName,
  sdkCall: sdkName,
  sdkList: sdkName,
};

function rowsOf(samples: Readonly<Record<Name, readonly Sample[]>>): Row[] {
  const cpu = (name: Name) => samples[name].map((sample) => sample.cpuMicros);
  const rate = (name: Name) => median(samples[name].map((sample) => sample.perSecond));
  const cpuRow = (title: string, of: Name, to: Reference, ratio: number, target?: Target) => {
    const held = { against: referenceNames[to], reference: median(cpu(to)), ratio, target };
    return row('door', title, 'µs CPU', median(cpu(of)), held);
  };
  /** How much of the reference's speed is left. */
  const share = (title: string, of: Name, to: Reference, target?: Target) =>
    cpuRow(title, of, to, pairedRatio(cpu(to), cpu(of)), target);
  /** How many times the reference's cost. */
  const times = (title: string, of: Name, to: Reference, target?: Target) =>
    cpuRow(title, of, to, pairedRatio(cpu(of), cpu(to)), target);
  const perSecond = (title: string, of: Name, to: Reference) =>
    row('door', title, 'req/s', rate(of), { against: referenceNames[to], reference: rate(to) });
  const noop = 'tools/call of a tool that does nothing';
  return [
    share(noop, 'call', 'bare', ratioAtLeast(0.5)),
    perSecond(noop, 'call', 'bare'),
    times('tools/list', 'list', 'bareList', ratioAtMost(3)),
    perSecond('tools/list', 'list', 'bareList'),
    share('ping', 'ping', 'bare'),
    share('tools/call with a refused argument', 'refused', 'bare'),
    share('tools/call list_social_accounts', 'accounts', 'bare'),
    share(noop, 'call', 'sdkCall'),
    share('tools/list', 'list', 'sdkList'),
  ];
}
