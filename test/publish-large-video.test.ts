import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldBytes } from '../src/media/serve-for-test.ts';
import { makeDatabase } from './databases.ts';
import { startFilmServer } from './film-server.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startNode } from './start-node.ts';

const MiB = 1024 * 1024;
const size = 100 * MiB;

// keeps: platforms.constant-memory
test('a film of 100 MiB goes out in bounded memory', { timeout: 400_000 }, async () => {
  const database = await makeDatabase('sqlite');
  const films = await startFilmServer();
  const url = films.film(size);
  const node = await startNode(database, { env: { POSTBOTE_ALLOW_PRIVATE_MEDIA: '127.0.0.1/32' } });
  const sandbox = controlSandbox(node);
  const warm = await node.call('publish_now', {
    content: 'Warmlaufen',
    platforms: ['bluesky', 'twitter'],
    media_urls: [sandbox.sample('clip.mp4')],
  });
  await node.ended(String(warm.data.id));

  for (const platform of ['bluesky', 'twitter']) {
    const before = heldBytes();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, heldBytes());
    }, 1000).unref();
    const { data } = await node.call('publish_now', {
      content: `Großer Film ${platform}`,
      platforms: [platform],
      media_urls: [url],
    });
    const { status, variants } = await node.ended(String(data.id));
    clearInterval(watch);
    assert.equal(status, 'published', JSON.stringify(variants));
    const [post] = (await sandbox.posts(platform)).filter(({ text }) => text.startsWith('Großer Film'));
    assert.equal(post?.media[0]?.size, size);
    // Film server, publisher and sandbox share this process; all of them together hold a fraction of the file.
    const grown = most - before;
    assert.ok(grown < size / 3, `${platform}: ${Math.round(grown / MiB)} MiB held for ${size / MiB} MiB`);
  }
  await node.stop();
  await films.close();
  await database.drop();
});
