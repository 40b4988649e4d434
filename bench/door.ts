import type { Bench } from './bench.ts';
import { startChild } from './child.ts';
import { answerOf, callTool, listTools, measureInTurns, ping, type Variant } from './load.ts';
import { median, pairedRatio, type Row, ratioAtLeast, ratioAtMost, row } from './report.ts';
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
      { rounds: bench.rounds(5), ms: 1_000 },
    );
    const cpu = (name: keyof typeof samples) => samples[name].map((sample) => sample.cpuMicros);
    const rate = (name: keyof typeof samples) => median(samples[name].map((sample) => sample.perSecond));
    const against = (name: string, of: keyof typeof samples, reference: keyof typeof samples) =>
      [
        `${name}`,
        'µs CPU',
        median(cpu(of)),
        { against: referenceNames[reference], reference: median(cpu(reference)) },
      ] as const;
    const referenceNames: Partial<Record<keyof typeof samples, string>> = {
      bare: 'bare node:http, same size',
      bareList: 'bare node:http, same size',
      sdkCall: 'the SDK per request',
      sdkList: 'the SDK per request',
    };
    /** How much of the reference's speed is left. */
    const share = (
      name: string,
      of: keyof typeof samples,
      reference: keyof typeof samples,
      bound?: number,
    ) => {
      const [title, unit, value, held] = against(name, of, reference);
      const target = bound === undefined ? undefined : ratioAtLeast(bound);
      return row('door', title, unit, value, {
        ...held,
        ratio: pairedRatio(cpu(reference), cpu(of)),
        target,
      });
    };
    const times = (
      name: string,
      of: keyof typeof samples,
      reference: keyof typeof samples,
      bound: number,
    ) => {
      const [title, unit, value, held] = against(name, of, reference);
      const target = ratioAtMost(bound);
      return row('door', title, unit, value, {
        ...held,
        ratio: pairedRatio(cpu(of), cpu(reference)),
        target,
      });
    };
    const perSecond = (name: string, of: keyof typeof samples, reference: keyof typeof samples) =>
      row('door', name, 'req/s', rate(of), {
        against: referenceNames[reference],
        reference: rate(reference),
      });
    return [
      share('tools/call of a tool that does nothing', 'call', 'bare', 0.5),
      perSecond('tools/call of a tool that does nothing', 'call', 'bare'),
      share('ping', 'ping', 'bare'),
      times('tools/list', 'list', 'bareList', 3),
      perSecond('tools/list', 'list', 'bareList'),
      share('tools/call with a refused argument', 'refused', 'bare'),
      share('tools/call list_social_accounts', 'accounts', 'bare'),
      share('tools/call of a tool that does nothing', 'call', 'sdkCall'),
      share('tools/list', 'list', 'sdkList'),
    ];
  } finally {
    await Promise.all([child.stop(), bare.stop(), sdk.stop()]);
  }
}
