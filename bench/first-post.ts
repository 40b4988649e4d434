import { callTool } from '../test/start-app.ts';
import type { Bench } from './bench.ts';
import { median, type Row, row } from './report.ts';
import { startPostbote } from './servers/postbote.ts';

/** From an empty folder to a post that is out on the sandbox, as a newcomer would see it. */
export async function firstPost(bench: Bench): Promise<Row[]> {
  const listening: number[] = [];
  const published: number[] = [];
  for (let round = 0; round < bench.rounds(3); round += 1) {
    const { child, port, key, listeningMs } = await startPostbote({ POSTBOTE_DATA: bench.folder('first') });
    try {
      listening.push(listeningMs);
      const call = (tool: string, args: object) => callTool(`http://127.0.0.1:${port}`, key, tool, args);
      const { data } = await call('publish_now', { content: 'Hello', platforms: ['bluesky', 'twitter'] });
      await untilPublished(() => call('get_post_status', { post_id: data.id }));
      published.push(performance.now() - child.startedAt);
    } finally {
      await child.stop();
    }
  }
  return [
    row('first-post', 'start until it listens', 'ms', median(listening)),
    row('first-post', 'start until the first post is out on two platforms', 'ms', median(published)),
  ];
}

async function untilPublished(ask: () => Promise<{ data: Record<string, unknown> }>): Promise<void> {
  let status: unknown;
  for (let looks = 0; looks < 2_000; looks += 1) {
    status = (await ask()).data.status;
    if (status === 'published') return;
    if (status === 'failed' || status === 'partially_published') break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`the first post ended as ${status}`);
}
