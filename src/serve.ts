import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createSandbox } from '../sandbox/index.ts';
import { addSandboxAccounts } from './accounts/add-sandbox-accounts.ts';
import { refreshLogins } from './accounts/refresh-logins.ts';
import { askHosts } from './accounts/sandbox-hosts.ts';
import { openApp, type Parts } from './app.ts';
import { type Config, ConfigError, localUrl, makeDataDir } from './config.ts';
import type { App } from './context.ts';
import { cleanFiles } from './files/clean-files.ts';
import { type FirstStart, firstStart } from './first-start.ts';
import { collectInsights } from './insights/collect.ts';
import { endingVersions } from './platforms/ending-versions.ts';
import { forgetOld } from './store/idempotency-keys.ts';
import { writeBeat } from './store/pulse.ts';
import { forgetRateLimits } from './store/rate-limits.ts';
import { forgetExpired } from './store/sessions.ts';
import { forgetUnits } from './store/units.ts';
import { firstWorkspace } from './store/workspaces.ts';
import { createHttpServer } from './web/server.ts';

export interface Running {
  readonly app: App;
  /** The public address. */
  readonly url: string;
  readonly sandboxUrl: string | null;
  /** Set when this start made the workspace. */
  readonly first: FirstStart | null;
  stop(): Promise<void>;
}

const housekeepingMs = 30_000;
const builtDashboard = join(import.meta.dirname, '../dashboard/dist');
/** Files grow old in days. */
const cleaningMs = 10 * 60_000;

/** Everything in one process on one port: doors, publisher and, unless switched off, the sandbox. */
export async function serve(config: Config, log: Logger, parts: Parts = {}): Promise<Running> {
  const ownSandbox = config.sandbox && config.sandboxUrl === null;
  if (ownSandbox) makeDataDir(config.dataDir);
  const joined = await openApp(config, log, parts);
  const { app } = joined;
  let local = '';
  const sandbox = ownSandbox
    ? createSandbox({
        baseUrl: () => local,
        file: join(config.dataDir, 'sandbox.db'),
        clockSpeed: config.clock.speed,
        now: app.clock.now,
      })
    : null;
  const server = createHttpServer(app, {
    sandbox,
    sandboxUrl: () => (config.sandbox ? (config.sandboxUrl ?? `${local}/sandbox`) : null),
    dashboard: parts.dashboard ?? builtDashboard,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(config.port, config.host, resolve);
    });
  } catch (error) {
    sandbox?.close();
    await joined.close();
    throw new ConfigError([listenProblem(config, error as NodeJS.ErrnoException)], error);
  }
  const closeServer = () => new Promise<void>((resolve) => server.close(() => resolve()));
  const { port } = server.address() as AddressInfo;
  local = localUrl({ host: config.host, port });
  joined.listensAt(local);

  try {
    const sandboxUrl = config.sandbox ? (config.sandboxUrl ?? `${local}/sandbox`) : null;
    if (sandboxUrl !== null) joined.useSandbox(sandboxUrl, sandbox?.hosts() ?? (await askHosts(sandboxUrl)));
    const first = await firstStart(app);
    const workspace = await firstWorkspace(app.db.query);
    if (sandboxUrl !== null && workspace) await addSandboxAccounts(app, sandboxUrl, workspace.id);
    await joined.hear();
    if (config.role !== 'web') {
      await joined.startPublisher(parts.publisher);
      await writeBeat(app.db.query, app.clock.now());
    }
    const stopHousekeeping = startHousekeeping(app);
    for (const ending of endingVersions(app.clock.now())) {
      log.warn(ending, 'an API version is about to end: upgrade Postbote');
    }
    return {
      app,
      url: config.baseUrl ?? local,
      sandboxUrl,
      first,
      async stop() {
        await stopHousekeeping();
        // The sandbox answers on the same port: what is being published needs it until it ends.
        await joined.stopPublisher();
        await closeServer();
        await joined.close();
        sandbox?.close();
      },
    };
  } catch (error) {
    // It listens already: whoever could not be started must not keep the port.
    server.closeAllConnections();
    await closeServer();
    await joined.close();
    sandbox?.close();
    throw error;
  }
}

function listenProblem({ host, port }: Config, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `the port is taken (${port} on ${host}); choose another with PORT`;
  return `it cannot listen on port ${port} of ${host} (${code ?? message}); correct HOST and PORT`;
}

/** Returns how to stop it; that waits for a round under way. */
function startHousekeeping(app: App): () => Promise<void> {
  let keeping: Promise<void> | null = null;
  let cleanAt = app.clock.now();
  const timer = setInterval(() => {
    const clean = app.clock.now() >= cleanAt;
    if (clean) cleanAt = app.clock.now() + cleaningMs;
    keeping ??= keepHouse(app, clean)
      .catch((error) => app.log.warn({ err: error }, 'housekeeping was disturbed'))
      .finally(() => {
        keeping = null;
      });
  }, app.clock.real(housekeepingMs));
  return async () => {
    clearInterval(timer);
    await keeping;
  };
}

async function keepHouse(app: App, clean: boolean): Promise<void> {
  app.clock.setSkew(await app.db.measureSkew());
  await app.keyUses.flush();
  await forgetOld(app.db.query, app.clock.now());
  await forgetExpired(app.db.query, app.clock.now());
  await forgetRateLimits(app.db.query, app.clock.now());
  await forgetUnits(app.db.query, app.clock.now() - 2 * 24 * 60 * 60_000);
  if (clean) await cleanFiles(app);
  if (app.config.role === 'web') return;
  await writeBeat(app.db.query, app.clock.now());
  await refreshLogins(app);
  await collectInsights(app);
}
