import { Agent } from 'undici';
import { openLogin } from '../accounts/fresh-credentials.ts';
import { readPlatformApp } from '../accounts/platform-app.ts';
import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { createMedia } from '../media/open-media.ts';
import { createCall, userAgent } from '../platforms/http.ts';
import type { Platform, Published, Publishing } from '../platforms/platform.ts';
import type { ClaimedRow, Settlement } from '../store/db.ts';
import { forgetSteps, stepsOf } from '../store/deliveries.ts';
import { type Lease, LeaseLost } from './lease.ts';
import { asleep, disturbed, failed, published, type Run } from './settlement.ts';
import { Asleep, createStep, StartOver, type StepMemory } from './step.ts';

const tooLateMs = 24 * 60 * 60 * 1000;
// A kept connection may be closed by the other side in the moment we write to it, and nobody could tell whether the
// request was read. What makes something public therefore always goes out on a connection of its own.
const onNewConnection = {
  dispatcher: new Agent({ keepAliveTimeout: 1, keepAliveMaxTimeout: 1 }),
} as RequestInit;

export interface MediaRow {
  readonly url: string;
  readonly kind: 'image' | 'video';
  readonly alt: string;
}

/** One run of one delivery. Null: the lease is lost and there is nothing left to say. */
export async function runDelivery(
  app: App,
  run: Run,
  lease: Lease,
  leaseMs: number,
  media: readonly MediaRow[],
): Promise<Settlement | null> {
  const { row } = run;
  const { clock, db } = app;
  // The first step turns `pending` into `publishing`: before that there is nothing to remember, and nothing is public,
  // even if a worker that died had already taken it.
  const untried = row.state === 'pending';
  const known = untried ? [] : await stepsOf(db, row.id);
  const step = createStep({ db, clock, lease, leaseMs, known });
  try {
    if (untried && clock.now() - row.due_at > tooLateMs) throw new PostboteError('too_late');
    const result = await publishDelivery(app, row, lease, step, media);
    return published(run, result, clock.now());
  } catch (error) {
    if (error instanceof Asleep) return asleep(run, error.wakeAt);
    if (error instanceof LeaseLost || lease.signal.aborted) return null;
    if (error instanceof StartOver) {
      await forgetSteps(db.query, row.id, row.lease);
      return disturbed(run, new PostboteError('platform_not_ready'), false, clock.now());
    }
    const known = error instanceof PostboteError ? error : new PostboteError('internal', { cause: error });
    if (known !== error) app.log.error({ err: error, delivery: row.id }, 'a delivery ran into a defect');
    const unsettled = step.unsettled() || (step.isOut() && !isVerdict(known));
    return known.retry
      ? disturbed(run, known, unsettled, clock.now())
      : failed(run, known, unsettled, clock.now());
  }
}

async function publishDelivery(
  app: App,
  row: ClaimedRow,
  lease: Lease,
  step: StepMemory,
  media: readonly MediaRow[],
): Promise<Published> {
  if (row.account_state !== 'active' && !step.isOut()) throw new PostboteError('account_inactive');
  const platform = app.platforms(row.platform);
  if (!platform) throw new PostboteError('platform_rejected', { raw: 'no adapter for this platform' });
  const settings = platform.settings.safeParse(JSON.parse(row.settings));
  if (!settings.success) {
    const setting = settings.error.issues[0]?.path.join('.') ?? 'settings';
    throw new PostboteError('setting_missing', { facts: { setting } });
  }

  const hosts = app.hosts(platform, row.mode);
  const send: typeof fetch = (input, init) =>
    app.fetch(input, step.sending() ? { ...init, ...onNewConnection } : init);
  const call = createCall({ fetch: send, remainingMs: step.callMs, signal: lease.signal, userAgent });
  const login = openLogin(app, {
    accountId: row.account_id,
    sealed: row.credentials,
    refreshAt: row.refresh_at,
    platform,
    hosts,
    call,
    client: () => readPlatformApp(app, row.platform, row.mode),
  });
  const open = (item: MediaRow) =>
    createMedia({ fetch: app.mediaFetch, ...item, maxBytes: mediaCap(platform) });
  const at: Publishing<unknown> = {
    account: { externalId: row.external_id, username: row.username },
    get credentials() {
      return login.credentials();
    },
    hosts,
    post: {
      type: row.post_type,
      text: row.text,
      media: media.map(open),
      cover: row.cover_url === null ? null : open({ url: row.cover_url, kind: 'image', alt: '' }),
      settings: settings.data,
    },
    step,
    call,
    now: () => app.clock.now(),
  };
  try {
    await login.keepFresh();
  } catch (error) {
    // What is out already is followed to its end with the login as it is.
    if (!step.isOut()) throw error;
  }
  try {
    return await platform.publish(at);
  } catch (error) {
    if (!(error instanceof PostboteError && error.refreshable)) throw error;
    await login.renew();
    return platform.publish(at);
  }
}

/** After a commit only the platform's own no makes it a failure: a login that ends while it processes says nothing. */
const isVerdict = ({ code, outcome, retry }: PostboteError) =>
  outcome === 'refused' && !retry && code !== 'platform_auth' && code !== 'processing_timeout';

const mediaCap = ({ limits }: Platform) => Math.max(limits.image?.maxBytes ?? 0, limits.video?.maxBytes ?? 0);
