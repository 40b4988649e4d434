import type { Logger } from 'pino';
import type { SandboxHosts } from './accounts/sandbox-hosts.ts';
import { keyFingerprint } from './accounts/secrets.ts';
import { createChanges } from './changes.ts';
import { type Clock, createClock } from './clock.ts';
import { type Config, ConfigError, makeDataDir } from './config.ts';
import type { App } from './context.ts';
import { createKeyUses } from './keys/key-uses.ts';
import { createGuardedAgent, createGuardedFetch } from './media/address-guard.ts';
import { platformById } from './platforms/index.ts';
import { startWorker, type Worker, type WorkerOptions } from './publisher/worker.ts';
import { openStorage } from './storage/open.ts';
import type { Db } from './store/db.ts';
import { writeFactOnce } from './store/instance.ts';
import { DatabaseTooNew, migrate } from './store/migrate.ts';
import { openDb } from './store/open.ts';

/** The parts, joined. Nothing runs by itself yet. */
export interface Joined {
  readonly app: App;
  /** We answer at this address on this machine. */
  listensAt(local: string): void;
  /** Test accounts speak to the sandbox at this address from now on. */
  useSandbox(url: string, hosts: SandboxHosts): void;
  /** Takes note of what other nodes announce. */
  hear(): Promise<void>;
  /** Publishes what is due, here. */
  startPublisher(options?: WorkerOptions): Promise<void>;
  /** Takes nothing new and lets what runs come to its end. */
  stopPublisher(): Promise<void>;
  close(): Promise<void>;
}

/** What a test or a benchmark may put in place of the real part: the network, the platforms, a spoiled database. */
export interface Parts {
  readonly fetch?: typeof fetch;
  readonly platforms?: App['platforms'];
  readonly wrapDb?: (db: Db) => Db;
  /** How the publisher works when the whole service is started. */
  readonly publisher?: WorkerOptions;
  /** Where the built dashboard lies. */
  readonly dashboard?: string;
}

/** Other nodes look for themselves this often, so only what is due sooner is announced to them. */
const announceWithinMs = 20_000;
const drainMs = 25_000;

export async function openApp(config: Config, log: Logger, parts: Parts = {}): Promise<Joined> {
  const clock = createClock(config.clock);
  const db = await openDatabase(config, log, parts, clock);

  let sandboxHosts: SandboxHosts = {};
  let local = `http://127.0.0.1:${config.port}`;
  let worker: Worker | null = null;
  let hearing: Promise<void> | null = null;
  const changes = createChanges((texts) => db.tell(texts));
  const guard = (trustedPrefixes: string[]) =>
    createGuardedFetch({ allowPrivate: config.allowPrivateMedia, trustedPrefixes });
  let mediaFetch = guard([]);
  const send = parts.fetch ?? globalThis.fetch;
  const guarded = { dispatcher: createGuardedAgent(config.allowPrivateMedia) } as RequestInit;
  const app: App = {
    config,
    db,
    clock,
    fetch: send,
    foreignFetch: (input, init) => send(input, { ...init, ...guarded }),
    get mediaFetch() {
      return mediaFetch;
    },
    storage: openStorage(config),
    // The sandbox in this process needs no way through a proxy and back.
    address: (mode) => (mode === 'test' && config.sandboxUrl === null ? local : (config.baseUrl ?? local)),
    platforms: parts.platforms ?? platformById,
    hosts: (platform, mode) =>
      mode === 'live' ? platform.hosts : { ...platform.hosts, ...sandboxHosts[platform.id] },
    keyUses: createKeyUses(db),
    log,
    changes,
    wake(dueAt) {
      worker?.wake(dueAt);
      if (dueAt - clock.now() < announceWithinMs) db.announce(dueAt);
    },
  };
  const hear = () => {
    hearing ??= db.listen((dueAt) => worker?.wake(dueAt), changes.heardFromAfar);
    return hearing;
  };
  const stopPublisher = async () => {
    await worker?.stop(drainMs);
    worker = null;
  };
  return {
    app,
    stopPublisher,
    listensAt(address) {
      local = address;
    },
    useSandbox(url, hosts) {
      sandboxHosts = hosts;
      // The sandbox's own pictures are the only thing at a private address that anybody may name.
      mediaFetch = guard([`${url}/media/`]);
    },
    async startPublisher(options) {
      worker = startWorker(app, options);
      await hear();
    },
    hear,
    async close() {
      await stopPublisher();
      await app.keyUses.flush();
      await db.close();
    },
  };
}

async function openDatabase(config: Config, log: Logger, parts: Parts, clock: Clock): Promise<Db> {
  let opened: Db | null = null;
  try {
    if (config.databaseUrl === null) makeDataDir(config.dataDir);
    opened = openDb(config, log);
    const db = parts.wrapDb?.(opened) ?? opened;
    await migrate(db, clock.now());
    clock.setSkew(await db.measureSkew());
    await checkEncryptionKey(db, config);
    return db;
  } catch (error) {
    await opened?.close();
    if (error instanceof ConfigError || error instanceof DatabaseTooNew) throw error;
    // Several addresses of one host refused together make an error without words.
    const { message, code } = error as NodeJS.ErrnoException;
    const which = config.databaseUrl === null ? `in ${config.dataDir}` : 'that DATABASE_URL names';
    throw new ConfigError([`The database ${which} cannot be used: ${message || code}`], error);
  }
}

async function checkEncryptionKey(db: Db, config: Config): Promise<void> {
  const mine = keyFingerprint(config.encryptionKey);
  if ((await writeFactOnce(db.query, 'encryption_key', mine)) === mine) return;
  throw new ConfigError([
    'The encryption key is not the one this database was set up with: give every node the same POSTBOTE_ENCRYPTION_KEY (or the same data directory)',
  ]);
}
