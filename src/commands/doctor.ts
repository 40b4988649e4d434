import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { localUrl } from '../config.ts';
import type { App } from '../context.ts';
import { formatTime } from '../contract/parse-time.ts';
import { endingVersions } from '../platforms/ending-versions.ts';
import { connectedAccounts } from '../store/accounts.ts';
import { overdueCount } from '../store/deliveries.ts';
import { firstWorkspace, pausedWorkspaces } from '../store/workspaces.ts';

type Finding = { name: string; good: boolean; words: string };

/** Looks at what goes wrong most often and says what to do. Exit code 1 when something needs a hand. */
export async function doctor(app: App, say: (text: string) => void): Promise<number> {
  const findings: Finding[] = [
    { name: 'Node', good: true, words: process.version },
    { name: 'Database', good: true, words: `${app.db.kind}, migrated, reachable` },
    keyFile(app),
    await clock(app),
    await workspace(app),
    await publisher(app),
    await accounts(app),
    versions(app),
    await files(app),
    await server(app),
  ];
  for (const { name, good, words } of findings) say(`${good ? 'ok  ' : 'BAD '} ${name}: ${words}`);
  return findings.every(({ good }) => good) ? 0 : 1;
}

function keyFile(app: App): Finding {
  const name = 'Encryption key';
  const file = join(app.config.dataDir, 'encryption.key');
  const stat = statSync(file, { throwIfNoEntry: false });
  // One that lies there may be left from the time before the environment had one.
  const used = stat && Buffer.from(readFileSync(file, 'utf8'), 'base64').equals(app.config.encryptionKey);
  if (!used) return { name, good: true, words: 'from the environment, matches the database' };
  const open = (stat.mode & 0o077) !== 0;
  return open
    ? {
        name,
        good: false,
        words: 'others can read the file; run chmod 600 on encryption.key in the data directory',
      }
    : { name, good: true, words: 'in the data directory, readable by its owner only, matches the database' };
}

/** Written, read back and removed, as an upload would be. */
async function files(app: App): Promise<Finding> {
  const name = 'Files';
  const { s3, baseUrl } = app.config;
  const where = s3 ? `bucket ${s3.bucket} at ${s3.endpoint}` : 'in the data directory';
  const key = `doctor-${randomUUID()}`;
  try {
    await app.storage.put(key, Buffer.from('letter'));
    const text = await new Response((await app.storage.read(key, 0, 6)) as BodyInit | null).text();
    await app.storage.remove(key);
    if (text !== 'letter') return { name, good: false, words: `${where}; what was written is not read back` };
    const hint = baseUrl === null ? '; platforms that fetch them need POSTBOTE_BASE_URL' : '';
    return { name, good: true, words: `${where}, writable${hint}` };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const next = s3 ? 'check POSTBOTE_S3_…' : 'make the data directory writable';
    return { name, good: false, words: `${where}; ${words}; ${next}` };
  }
}

async function clock(app: App): Promise<Finding> {
  const skew = Math.round(await app.db.measureSkew());
  const good = Math.abs(skew) < 2_000;
  const words = `${Math.abs(skew)} ms apart from the database's`;
  return { name: 'Clock', good, words: good ? words : `${words}; turn on time synchronisation` };
}

async function workspace(app: App): Promise<Finding> {
  const found = await firstWorkspace(app.db.query);
  return {
    name: 'Workspace',
    good: Boolean(found),
    words: found ? found.name : 'none yet; run npm start once',
  };
}

async function publisher(app: App): Promise<Finding> {
  const overdue = await overdueCount(app.db, app.clock.now() - 60_000);
  const found = await firstWorkspace(app.db.query);
  if (found && (await pausedWorkspaces(app.db)).has(found.id)) {
    const words = 'paused, so nothing goes out; npm run postbote -- publishing resume ends that';
    return { name: 'Publisher', good: true, words };
  }
  return overdue === 0
    ? { name: 'Publisher', good: true, words: 'nothing is overdue' }
    : {
        name: 'Publisher',
        good: false,
        words: `${overdue} deliveries are overdue by more than a minute; is the service running?`,
      };
}

const soonMs = 14 * 24 * 60 * 60 * 1000;

async function accounts(app: App): Promise<Finding> {
  const found = await firstWorkspace(app.db.query);
  const connected = found ? await connectedAccounts(app.db.query, found.id) : [];
  const dead = connected.filter(({ state }) => state === 'reconnect');
  const ending = connected.filter(
    ({ state, expires_at: end }) => state !== 'reconnect' && end !== null && end < app.clock.now() + soonMs,
  );
  const words = [
    ...dead.map(({ platform, name }) => `${platform} ${name} must be connected again`),
    ...ending.map(({ platform, name, expires_at: end }) => {
      return `the login of ${platform} ${name} ends on ${formatTime(end ?? 0)}: connect it again before`;
    }),
  ];
  return {
    name: 'Accounts',
    good: dead.length === 0,
    words: words.length > 0 ? words.join('; ') : `${connected.length} connected, all logins good`,
  };
}

function versions(app: App): Finding {
  const name = 'API versions';
  const ending = endingVersions(app.clock.now());
  if (ending.length === 0) return { name, good: true, words: 'none ends within three months' };
  const words = ending
    .map(({ platform, version, endsOn }) => `${platform} ${version} ends on ${endsOn}`)
    .join(', ');
  const good = ending.every(({ endsOn }) => Date.parse(endsOn) > app.clock.now());
  return { name, good, words: `${words}; upgrade Postbote` };
}

async function server(app: App): Promise<Finding> {
  const url = `${app.config.baseUrl ?? localUrl(app.config)}/health`;
  try {
    const response = await app.fetch(url, { signal: AbortSignal.timeout(3_000) });
    const words = response.ok ? `answers at ${url}` : `${url} answers HTTP ${response.status}`;
    return { name: 'Server', good: response.ok, words };
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    return {
      name: 'Server',
      good: false,
      words: `no answer at ${url} (${cause?.code ?? (error as Error).name}); start it with npm start`,
    };
  }
}
