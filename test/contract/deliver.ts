import { createMedia } from '../../src/media/open-media.ts';
import { createPlainCall } from '../../src/platforms/http.ts';
import type { MediaLimits } from '../../src/platforms/limits.ts';
import type { Platform } from '../../src/platforms/platform.ts';
import type { Media, Published, Step } from '../../src/platforms/publishing.ts';
import type { Stage, StageAccount } from './stage.ts';

/** Thrown where the test has seen enough: everything before it was accepted. */
export class SeenEnough extends Error {}

export interface Parcel {
  readonly text: string;
  readonly media: readonly Media[];
  readonly cover?: Media | null;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Stops before the first wait for the platform. */
  readonly stopAtWaiting?: boolean;
}

/** One run of the adapter alone, without the publisher: its own look at the files is what is tested. */
export async function deliver(
  stage: Stage,
  platform: Platform,
  account: StageAccount,
  parcel: Parcel,
): Promise<Published> {
  const { app } = stage.app;
  const row = await app.db.query
    .selectFrom('accounts')
    .select(['settings', 'username'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  const { media } = parcel;
  return platform.publish({
    account: { externalId: account.externalId, username: row.username },
    credentials: await stage.credentials(account),
    hosts: app.hosts(platform, 'test'),
    post: {
      type: media.length > 1 ? 'carousel' : (media[0]?.kind ?? 'text'),
      text: parcel.text,
      media,
      cover: parcel.cover ?? null,
      // What the test adds is not looked at: the platform itself must refuse it.
      settings: { ...(platform.settings.parse(JSON.parse(row.settings)) as object), ...parcel.settings },
    },
    step: patientStep(app.clock.real, parcel.stopAtWaiting === true),
    call: createPlainCall(stage.recording.fetch),
    linkedPage: async () => null,
    takenIds: async () => new Set(),
    now: app.clock.now,
  });
}

/** Remembers nothing and waits on the stage's clock. */
function patientStep(real: (milliseconds: number) => number, stopAtWaiting: boolean): Step {
  return {
    repeat: (_key, run) => run(),
    async until(key, { seconds, times }, ask) {
      if (stopAtWaiting) throw new SeenEnough(key);
      for (let count = 0; count < times; count += 1) {
        const answer = await ask();
        if (answer !== null) return answer;
        await new Promise((resolve) => setTimeout(resolve, real(seconds * 1000)));
      }
      throw new Error(`${key}: still no answer`);
    },
    commit: (_key, _lost, run) => run(),
  };
}

export const fileAt = (stage: Stage, url: string, kind: Media['kind']): Media =>
  createMedia({ fetch: stage.app.app.mediaFetch, url, kind, alt: '', maxBytes: Number.MAX_SAFE_INTEGER });

/** Says it is that long, and is never read. */
export function announced(file: Media, size: number): Media {
  const unread = () => Promise.reject(new SeenEnough('the file itself'));
  return { ...file, probe: async () => ({ ...(await file.probe()), size }), open: unread, slice: unread };
}

/** Says it is that long, and is: nothing but zeros after its beginning. */
export function swollen(file: Media, size: number): Media {
  return {
    ...announced(file, size),
    slice: async (start, end) => new Uint8Array(end - start),
    open: async () => ({ ...(await file.probe()), size, stream: zeros(size) }),
  };
}

export function zeros(size: number): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(1024 * 1024);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      const length = Math.min(chunk.length, size - sent);
      controller.enqueue(chunk.subarray(0, length));
      sent += length;
      if (sent === size) controller.close();
    },
  });
}

/** Lets the adapter believe that everything is allowed, so that the platform itself must refuse. */
export async function withoutLimit<T>(limits: MediaLimits, run: () => Promise<T>): Promise<T> {
  const { types, maxBytes } = limits;
  const open = limits as { types: readonly string[]; maxBytes: number };
  Object.assign(open, {
    types: { includes: () => true } as unknown as string[],
    maxBytes: Number.MAX_SAFE_INTEGER,
  });
  try {
    return await run();
  } finally {
    Object.assign(open, { types, maxBytes });
  }
}
