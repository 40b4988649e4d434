import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformId } from '../../src/contract/platform-ids.ts';
import { PostboteError } from '../../src/errors.ts';
import type { MediaLimits } from '../../src/platforms/limits.ts';
import type { Platform } from '../../src/platforms/platform.ts';
import type { Media } from '../../src/platforms/publishing.ts';
import type { MediaServer } from '../media-server.ts';
import { announced, deliver, fileAt, SeenEnough, swollen, withoutLimit } from './deliver.ts';
import { imageTypes, makeFile, makeUnsized, videoTypes } from './make-file.ts';
import type { PlatformContract } from './platform-contract.ts';
import type { Stage, StageAccount } from './stage.ts';

/** Files of this size are really sent; larger ones only say that they are. */
const SENT_BYTES = 24 * 1024 * 1024;

interface At {
  stage(): Stage;
  files(): MediaServer;
}

/** Every type and the size of the data sheet: the most is taken, what lies beyond is refused, by us and by the twin. */
export function mediaLimits(at: At, id: PlatformId, platform: Platform, contract: PlatformContract): void {
  const { postTypes } = platform.capabilities;
  for (const kind of ['image', 'video'] as const) {
    const limits = platform.limits[kind];
    if (!limits) continue;
    // Where pictures are no posts, they are covers.
    const isCover = !postTypes.includes(kind);
    const known = kind === 'image' ? imageTypes : videoTypes;

    const send = (account: StageAccount, file: Media, stopAtWaiting = false) => {
      const film = fileAt(at.stage(), at.stage().sandbox.sample('clip.mp4'), 'video');
      const parcel = isCover ? { media: [film], cover: file } : { media: [file] };
      return deliver(at.stage(), platform, account, { text: `Datei ${kind}`, ...parcel, stopAtWaiting });
    };
    const make = (type: string, size?: number) => fileAt(at.stage(), makeFile(at.files(), type, size), kind);
    const live = async (account: StageAccount) => {
      const posts = await at.stage().sandbox.posts(id, account.username);
      return posts.filter((post) => !isCover || post.cover).length;
    };
    const refusedByUs = async (file: Media, reason: string) => {
      const account = await at.stage().account(id, contract.pageName);
      const error = await send(account, file).then(
        () => null,
        (thrown) => thrown,
      );
      assert.ok(error instanceof PostboteError, `nobody refused: ${error}`);
      assert.deepEqual([error.code, error.facts.reason], ['media_rejected', reason]);
      assert.equal(await live(account), 0);
    };
    const refusedByTwin = async (file: Media) => {
      const account = await at.stage().account(id, contract.pageName);
      const end = await at.stage().recording.beyond(id, () =>
        withoutLimit(limits, () =>
          send(account, file).then(
            () => 'published',
            (thrown) => thrown,
          ),
        ),
      );
      // A cover that is refused does not undo the video.
      if (isCover) assert.equal(end, 'published');
      else assert.ok(end instanceof PostboteError && end.outcome === 'refused', `not refused: ${end}`);
      assert.equal(await live(account), 0);
    };

    for (const type of limits.types) {
      test(`${kind}: ${type} is taken`, async () => {
        const account = await at.stage().account(id, contract.pageName);
        await send(account, make(type));
        assert.equal(await live(account), 1);
      });
    }

    test(`${kind}: a file whose server does not state its length is taken`, async () => {
      const account = await at.stage().account(id, contract.pageName);
      await send(account, fileAt(at.stage(), makeUnsized(at.files(), limits.types[0] ?? ''), kind));
      assert.equal(await live(account), 1);
    });

    const foreign = known.find((type) => !limits.types.includes(type));
    if (foreign) {
      test(`${kind}: ${foreign} is refused`, async () => {
        await refusedByUs(make(foreign), 'unsupported_type');
        if (!contract.ours[`${kind} types`]) await refusedByTwin(make(foreign));
      });
    }

    sizes(limits, kind, { at, contract, make, send, live, refusedByUs, refusedByTwin, id });
  }
}

interface Means {
  readonly at: At;
  readonly id: PlatformId;
  readonly contract: PlatformContract;
  make(type: string, size?: number): Media;
  send(account: StageAccount, file: Media, stopAtWaiting?: boolean): Promise<unknown>;
  live(account: StageAccount): Promise<number>;
  refusedByUs(file: Media, reason: string): Promise<void>;
  refusedByTwin(file: Media): Promise<void>;
}

function sizes({ types, maxBytes }: MediaLimits, kind: 'image' | 'video', means: Means): void {
  const { at, id, contract, make, send, live, refusedByUs, refusedByTwin } = means;
  const type = types[0] ?? '';
  const isSent = maxBytes <= SENT_BYTES;

  test(`${kind}: ${maxBytes} bytes are taken`, async () => {
    const account = await at.stage().account(id, contract.pageName);
    if (isSent) {
      await send(account, make(type, maxBytes));
      assert.equal(await live(account), 1);
      return;
    }
    const from = at.stage().recording.sent.length;
    const end = await send(account, announced(make(type), maxBytes), true).then(String, (thrown) => thrown);
    assert.ok(end instanceof SeenEnough, `stopped before its time: ${end}`);
    const answers = at
      .stage()
      .recording.sent.slice(from)
      .filter((one) => one.platform === id);
    assert.ok(answers.length > 0 && answers.every(({ status }) => Number(status) < 400));
  });

  test(`${kind}: ${maxBytes + 1} bytes are refused`, async () => {
    const size = maxBytes + 1;
    await refusedByUs(isSent ? make(type, size) : announced(make(type), size), 'too_large');
    if (kind === 'image' && contract.ours['image size']) return;
    if (isSent) return refusedByTwin(make(type, size));
    const seen = size + (contract.formBytes ?? 0);
    // Those who fetch by themselves find the whole file at its address.
    await refusedByTwin({ ...swollen(make(type), seen), url: make(type, seen).url });
  });
}
