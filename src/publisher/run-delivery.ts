import { type Login, openLogin } from '../accounts/fresh-credentials.ts';
import { type Heed, noteRateLimits } from '../accounts/note-rate-limits.ts';
import { readPlatformApp } from '../accounts/platform-app.ts';
import type { App } from '../context.ts';
import { type ErrorCode, PostboteError } from '../errors.ts';
import { readPage } from '../media/read-page.ts';
import type { Call } from '../platforms/call.ts';
import { createCall, userAgent } from '../platforms/http.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Published, Publishing } from '../platforms/publishing.ts';
import type { Settlement } from '../store/db.ts';
import { forgetSteps, stepsOf, takenIds } from '../store/deliveries.ts';
import { findGate, Waiting } from './gate.ts';
import { type Lease, LeaseLost } from './lease.ts';
import { onOwnConnection } from './own-connection.ts';
import { type MediaRow, postMedia } from './post-media.ts';
import { awaitReconnect, putToWait } from './put-to-wait.ts';
import { asleep, disturbed, failed, published, type Run } from './settlement.ts';
import { Asleep, createStep, StartOver, type StepMemory } from './step.ts';

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
  const known = row.state === 'pending' ? [] : await stepsOf(db, row.id);
  const gate = findGate(run, clock.now());
  const step = createStep({ db, clock, lease, leaseMs, known, gate });
  const rates = noteRateLimits(app, row, 'posting');
  const mayBeOut = () => step.isOut() || step.unsettled();
  let login: Login | null = null;
  try {
    // With a login that is gone nobody can be asked, whatever may be out.
    if (gate && (!mayBeOut() || row.account_state === 'removed')) throw gate.error;
    const opened = await openDelivery(app, run, lease, step, media, rates.heed);
    login = opened.login;
    return published(run, await publishDelivery(opened, step), clock.now());
  } catch (error) {
    if (error instanceof Asleep) return asleep(run, error.wakeAt);
    if (error instanceof LeaseLost || lease.isLost()) return null;
    if (error instanceof StartOver) {
      await forgetSteps(db.query, lease.held);
      return disturbed(run, new PostboteError('platform_not_ready'), false, clock.now());
    }
    if (error instanceof Waiting) return await putToWait(app, run, error.hold, mayBeOut(), login !== null);
    const known = error instanceof PostboteError ? error : new PostboteError('internal', { cause: error });
    if (known !== error) app.log.error({ err: error, delivery: row.id }, 'a delivery ran into a defect');
    rates.note(known);
    if (known.code === 'platform_auth' && login) {
      return await awaitReconnect(app, run, { error: known, sealed: login.sealed(), mayBeOut: mayBeOut() });
    }
    const unsettled = step.unsettled() || (step.isOut() && !isVerdict(known));
    return known.retry
      ? disturbed(run, known, unsettled, clock.now())
      : failed(run, known, unsettled, clock.now());
  } finally {
    if (rates.hasNotes()) await rates.keep();
  }
}

interface Opened {
  readonly platform: Platform;
  readonly login: Login;
  readonly at: Publishing<unknown>;
}

async function openDelivery(
  app: App,
  { row, credentials }: Run,
  lease: Lease,
  step: StepMemory,
  media: readonly MediaRow[],
  heed: Heed,
): Promise<Opened> {
  const platform = app.platforms(row.platform);
  if (!platform) throw new PostboteError('platform_rejected', { raw: 'no adapter for this platform' });
  const settings = platform.settings.safeParse(JSON.parse(row.settings));
  if (!settings.success) {
    const setting = settings.error.issues[0]?.path.join('.') ?? 'settings';
    throw new PostboteError('setting_missing', { facts: { setting } });
  }
  const hosts = app.hosts(platform, row.mode);
  // Everything about sending is made with the first call: not every run comes to one.
  const call: Call = (request) =>
    createCall({
      fetch: sender(app, step),
      foreignFetch: app.foreignFetch,
      remainingMs: () => step.callMs(),
      signal: lease.signal,
      userAgent,
      heed,
    })(request);
  const login = openLogin(app, {
    accountId: row.account_id,
    externalId: row.external_id,
    mode: row.mode,
    sealed: row.credentials,
    opened: credentials,
    refreshAt: row.refresh_at,
    platform,
    hosts,
    call,
    client: () => readPlatformApp(app, row.platform, row.mode),
  });
  const bare = media.length === 0 && row.cover_url === null;
  const files = bare ? noFiles : await postMedia(app, row, platform, step, media);
  const at = new LoggedIn(login, {
    account: { externalId: row.external_id, username: row.username },
    hosts,
    post: {
      type: row.post_type,
      text: row.text,
      media: files.media,
      cover: files.cover,
      settings: settings.data,
    },
    step,
    call,
    linkedPage: (url) => readPage(app.mediaFetch, url),
    takenIds: (ids) => takenIds(app.db.query, row, ids),
    now: app.clock.now,
  });
  return { platform, login, at };
}

const noFiles = { media: [], cover: null };

/** What makes something public goes out on a connection of its own. */
function sender(app: App, step: StepMemory): typeof fetch {
  const alone = onOwnConnection(app.fetch, () => step.callMs() > 0);
  return (input, init) => (step.sending() ? alone : app.fetch)(input, init);
}

async function publishDelivery({ platform, login, at }: Opened, step: StepMemory): Promise<Published> {
  if (login.isDue()) {
    try {
      await login.renew();
    } catch (error) {
      // What is out already is followed to its end with the login as it is.
      if (!step.isOut()) throw error;
    }
  }
  try {
    return await platform.publish(at);
  } catch (error) {
    if (!(error instanceof PostboteError && error.refreshable)) throw error;
    await login.renew();
    return platform.publish(at);
  }
}

/** What a platform is handed. A login that is renewed meanwhile is the one it sees from then on. */
class LoggedIn implements Publishing<unknown> {
  readonly account: Publishing<unknown>['account'];
  readonly hosts: Publishing<unknown>['hosts'];
  readonly post: Publishing<unknown>['post'];
  readonly step: Publishing<unknown>['step'];
  readonly call: Call;
  readonly linkedPage: Publishing<unknown>['linkedPage'];
  readonly takenIds: Publishing<unknown>['takenIds'];
  readonly now: () => number;
  readonly #login: Login;

  constructor(login: Login, at: Omit<Publishing<unknown>, 'credentials'>) {
    this.#login = login;
    this.account = at.account;
    this.hosts = at.hosts;
    this.post = at.post;
    this.step = at.step;
    this.call = at.call;
    this.linkedPage = at.linkedPage;
    this.takenIds = at.takenIds;
    this.now = at.now;
  }
  get credentials() {
    return this.#login.credentials();
  }
}

/** After a commit only the platform's own no makes it a failure: that following it up was hindered says nothing. */
const verdicts: readonly ErrorCode[] = [
  'platform_rejected',
  'platform_permission',
  'platform_account',
  'platform_duplicate',
  'media_rejected',
];
const isVerdict = ({ code }: PostboteError) => verdicts.includes(code);
