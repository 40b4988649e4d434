import { startFilmServer } from '../test/film-server.ts';
import { callTool } from '../test/start-app.ts';
import type { Bench } from './bench.ts';
import { startChild } from './child.ts';
import { type Row, ratioAtMost, row } from './report.ts';
import { startPostbote } from './servers/postbote.ts';

const MiB = 2 ** 20;
const platforms = ['tiktok', 'youtube'] as const;

/** A film of 2 GiB, made while it is sent, passes through; what the publishing process ever held, against a short film. */
export async function largeVideo(bench: Bench): Promise<Row[]> {
  const large = bench.rounds(2) === 1 ? 256 : 2048;
  const rows: Row[] = [];
  for (const platform of platforms) {
    const few = await publishFilm(bench, platform, 20 * MiB);
    const many = await publishFilm(bench, platform, large * MiB);
    rows.push(
      row('large-video', `peak memory, ${large} MiB to ${platform}`, 'MiB', many.peakBytes / MiB, {
        against: 'the same with 20 MiB',
        reference: few.peakBytes / MiB,
        target: ratioAtMost(1.5),
      }),
      row(
        'large-video',
        `peak memory of the sandbox, ${large} MiB to ${platform}`,
        'MiB',
        many.sandboxBytes / MiB,
        {
          against: 'the same with 20 MiB',
          reference: few.sandboxBytes / MiB,
        },
      ),
      row('large-video', `passed on to ${platform}`, 'MiB/s', large / many.seconds),
    );
  }
  return rows;
}

/** Film, publisher and sandbox in a process each, all of them fresh: the peak is that of this one film. */
async function publishFilm(bench: Bench, platform: string, bytes: number) {
  bench.say(`${platform}: a film of ${bytes / MiB} MiB`);
  const films = await startFilmServer();
  const sandbox = startChild('sandbox/main.ts', { args: ['--port', '0'] });
  const [, home] = await sandbox.says(/"url":"(http:[^"]+)"/);
  const { child, port, key } = await startPostbote({
    POSTBOTE_DATA: bench.folder('film'),
    POSTBOTE_SANDBOX_URL: `${home}/sandbox`,
    POSTBOTE_ALLOW_PRIVATE_MEDIA: '127.0.0.1/32',
  });
  try {
    const call = (tool: string, args: object) => callTool(`http://127.0.0.1:${port}`, key, tool, args);
    const startedAt = performance.now();
    const film = { content: 'A long film', platforms: [platform], media_urls: [films.film(bytes)] };
    const { data, text } = await call('publish_now', film);
    if (data.id === undefined) throw new Error(text);
    await untilSent(() => call('get_post_status', { post_id: data.id }));
    const seconds = (performance.now() - startedAt) / 1000;
    const { peakRssBytes } = await child.vitals();
    return { seconds, peakBytes: peakRssBytes, sandboxBytes: (await sandbox.vitals()).peakRssBytes };
  } finally {
    await child.stop();
    await sandbox.stop();
    await films.close();
  }
}

async function untilSent(ask: () => Promise<{ data: Record<string, unknown>; text: string }>): Promise<void> {
  for (let looks = 0; looks < 5_000; looks += 1) {
    // On a machine that is busy with the film a question may go unanswered; the next one will not.
    const { data, text } = await ask().catch(() => ({ data: { status: 'unknown' }, text: '' }));
    if (data.status === 'published') return;
    if (data.status === 'failed' || data.status === 'partially_published') throw new Error(text);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the film did not come to an end');
}
