import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createSandbox } from '../sandbox/index.ts';
import { addSandboxAccounts } from './accounts/add-sandbox-accounts.ts';
import { keyFingerprint } from './accounts/secrets.ts';
import { createClock } from './clock.ts';
import { type Config, ConfigError } from './config.ts';
import type { App } from './context.ts';
import { type FirstStart, firstStart } from './first-start.ts';
import { createKeyUses } from './keys/key-uses.ts';
import { createGuardedFetch } from './media/address-guard.ts';
import { platformById } from './platforms/index.ts';
import { startWorker, type Worker } from './publisher/worker.ts';
import { forgetOld } from './store/idempotency-keys.ts';
import { writeFactOnce } from './store/instance.ts';
import { migrate } from './store/migrate.ts';
import { openDb } from './store/open.ts';
import { firstWorkspace } from './store/workspaces.ts';
import { createHttpServer } from './web/server.ts';
import { setupPage } from './web/setup-page.ts';

/** The one place where things are joined. `late` is what only exists once the server listens. */
export interface Joined {
  readonly app: App;
  readonly late: { baseUrl: string; sandboxHosts: Record<string, Record<string, string>>; worker: Worker | null };
  setSandbox(url: string): void;
  close(): Promise<void>;
}

/** Opens the database and joins the parts; nothing listens yet. Enough for the operator commands. */
export async function openApp(config: Config, log: Logger): Promise<Joined> {
  const db = openDb(config, log);
  const clock = createClock(config.clock);
  try {
    await migrate(db, clock.now());
    clock.setSkew(await db.measureSkew());
    const fingerprint = await writeFactOnce(db.query, 'encryption_key', keyFingerprint(config.encryptionKey));
    if (fingerprint !== keyFingerprint(config.encryptionKey)) {
      throw new ConfigError([
        'The encryption key is not the one this database was set up with: give every node the same POSTBOTE_ENCRYPTION_KEY (or the same data directory)',
      ]);
    }
  } catch (error) {
    await db.close();
    throw error;
  }

  const late: Joined['late'] = { baseUrl: '', sandboxHosts: {}, worker: null };
  const guard = (trustedPrefixes: string[]) =>
    createGuardedFetch({ allowPrivate: config.allowPrivateMedia, trustedPrefixes });
  let mediaFetch = guard([]);
  const app: App = {
    config,
    db,
    clock,
    fetch: globalThis.fetch,
    get mediaFetch() {
      return mediaFetch;
    },
    platforms: platformById,
    hosts: (platform, mode) =>
      mode === 'live' ? platform.hosts : { ...platform.hosts, ...late.sandboxHosts[platform.id] },
    keyUses: createKeyUses(db),
    log,
    wake(dueAt) {
      late.worker?.wake(dueAt);
      // Other nodes look for themselves within the safety interval, so only what is due sooner is announced.
      if (dueAt - clock.now() < 20_000) db.announce(dueAt);
    },
  };
  return {
    app,
    late,
    setSandbox(url) {
      // The sandbox's own pictures are the only thing at a private address that anybody may name.
      mediaFetch = guard([`${url}/media/`]);
    },
    async close() {
      await app.keyUses.flush();
      await db.close();
    },
  };
}

export interface Running {
  readonly app: App;
  readonly url: string;
  readonly sandboxUrl: string | null;
  /** Set when this start made the workspace. */
  readonly first: FirstStart | null;
  stop(): Promise<void>;
}

const housekeepingMs = 30_000;
const drainMs = 25_000;

export async function serve(config: Config, log: Logger): Promise<Running> {
  const joined = await openApp(config, log);
  const { app, late } = joined;
  const ownSandbox =
    config.sandbox && config.sandboxUrl === null
      ? createSandbox({
          baseUrl: () => late.baseUrl,
          file: join(config.dataDir, 'sandbox.db'),
          clockSpeed: config.clock.speed,
          now: app.clock.now,
        })
      : null;
  const server = createHttpServer(app, { sandbox: ownSandbox, setup: (token) => setupPage(app, token) });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const local = `http://${reachable(config.host)}:${port}`;
  late.baseUrl = local;
  const url = config.baseUrl ?? local;

  const sandboxUrl = config.sandbox ? `${config.sandboxUrl ?? `${local}/sandbox`}` : null;
  if (sandboxUrl !== null) {
    joined.setSandbox(sandboxUrl);
    late.sandboxHosts = ownSandbox ? ownSandbox.hosts() : await askHosts(sandboxUrl);
  }
  const first = await firstStart(app);
  const workspace = await firstWorkspace(app.db.query);
  if (sandboxUrl !== null && workspace) await addSandboxAccounts(app, sandboxUrl, workspace.id);

  if (config.role !== 'web') late.worker = startWorker(app);
  await app.db.listen((dueAt) => late.worker?.wake(dueAt));
  const housekeeping = setInterval(() => {
    keepHouse(app).catch((error) => log.warn({ err: error }, 'housekeeping was disturbed'));
  }, housekeepingMs);

  return {
    app,
    url,
    sandboxUrl,
    first,
    async stop() {
      clearInterval(housekeeping);
      await late.worker?.stop(drainMs);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      ownSandbox?.close();
      await joined.close();
    },
  };
}

/** A server bound to every address is reached by this process on loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function keepHouse(app: App): Promise<void> {
  app.clock.setSkew(await app.db.measureSkew());
  await app.keyUses.flush();
  await forgetOld(app.db.query, app.clock.now());
}

/** A sandbox in another process tells where its platforms are. */
async function askHosts(sandboxUrl: string): Promise<Record<string, Record<string, string>>> {
  const response = await fetch(`${sandboxUrl}/api/hosts`);
  if (!response.ok) throw new Error(`No sandbox at ${sandboxUrl}: HTTP ${response.status}`);
  return (await response.json()) as Record<string, Record<string, string>>;
}
