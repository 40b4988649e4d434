import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inCase, runUntilKilled } from '../crash/cases.ts';
import { flows } from '../crash/flows.ts';
import { openStage, type Stage } from '../crash/stage.ts';

const MiB = 1024 * 1024;

/** Killed when the platform has the second piece: how much of the film is sent once more, where it can be asked. */
const uploads = [
  // The session says what has arrived.
  {
    platform: 'youtube',
    film: 'film in chunks',
    at: 'wire PUT youtube/upload/youtube/v3/videos #3',
    atMost: 1,
  },
  // The video's state says how far it came.
  {
    platform: 'facebook',
    film: 'film in chunks',
    at: 'wire POST facebook-graph/v26.0/*/videos #3',
    atMost: 1,
  },
  // Only a piece that is refused tells it.
  { platform: 'tiktok', film: 'film in chunks', at: 'wire PUT tiktok-upload/video/* #2', atMost: 11 },
  // Nobody can be asked: sixteen pieces are remembered as one step, and that step is sent again.
  {
    platform: 'twitter',
    film: 'film in segments',
    at: 'wire POST twitter/2/media/upload/*/append #2',
    atMost: 9,
  },
  {
    platform: 'linkedin',
    film: 'film in parts',
    at: 'wire PUT linkedin/dms-uploads/sp/*/uploadedVideo/1 #1',
    atMost: 9,
  },
] as const;
const total = { youtube: 17, facebook: 9, tiktok: 16, twitter: 9, linkedin: 9 };
const arrived = { youtube: 16, facebook: 8, tiktok: 10, twitter: 8, linkedin: 8 };

describe('an upload that was killed', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage('sqlite');
  });
  after(() => stage?.close());

  for (const { platform, film, at, atMost } of uploads) {
    const how = atMost < total[platform] ? 'goes on where it broke off' : 'sends its last step again';
    // keeps: once.resumed
    test(`${platform}: ${how}`, async (t) => {
      const flow = flows.find((one) => one.platform === platform && one.name === film);
      assert.ok(flow);
      await inCase(stage, flow, async (one) => {
        assert.ok(await runUntilKilled(one, { at, side: 'after' }), 'killed in the middle');
        let bytes = 0;
        const counted: typeof fetch = (input, init) => {
          const body = init?.body;
          if (body instanceof Uint8Array) bytes += body.byteLength;
          return fetch(input, init);
        };
        const ending = await one.finish({ fetch: counted });
        assert.deepEqual([ending.state, ending.live], ['published', 1]);
        const sent = bytes / MiB;
        t.diagnostic(
          `${platform}: ${arrived[platform]} of ${total[platform]} MiB were there, ${sent.toFixed(1)} MiB sent`,
        );
        assert.ok(sent < atMost + 0.1, `${sent} MiB sent again`);
      });
    });
  }
});
