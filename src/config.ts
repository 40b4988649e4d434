import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { ClockPace } from './clock.ts';

/** The only reader of the environment. Every problem is found before anything listens. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Null: the address the server listens on is also the public one. */
  readonly baseUrl: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly sandbox: boolean;
  /** A sandbox that runs elsewhere; null: in this process. */
  readonly sandboxUrl: string | null;
  readonly allowPrivateMedia: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly trustProxy: boolean;
  readonly rateLimit: RateLimit | null;
  readonly encryptionKey: Buffer;
  readonly role: 'all' | 'web' | 'worker';
  readonly concurrency: number;
  readonly logLevel: string;
  readonly clock: ClockPace;
  /** Where our own files lie; null: in the data directory. */
  readonly s3: S3Config | null;
  /** Bytes that an uploaded file may have. */
  readonly maxUpload: { readonly video: number; readonly image: number };
}

export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly pathStyle: boolean;
}

export interface RateLimit {
  readonly perMinute: number;
  readonly burst: number;
}

/** Where this machine reaches the server: one bound to every address answers on loopback. */
export function localUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[], cause?: unknown) {
    super(`Configuration has ${problems.length} problem(s)`, { cause });
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Environment, options: { role?: string } = {}): Config {
  const problems: string[] = [];
  const value = (name: string) => env[name]?.trim() || null;

  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const given = value(name);
    if (given === null) return fallback;
    if ((allowed as readonly string[]).includes(given)) return given as T;
    problems.push(`${name} must be one of ${allowed.join(', ')}; it is "${given}"`);
    return fallback;
  };
  const integer = (name: string, min: number, max: number, fallback: number): number => {
    const given = value(name);
    if (given === null) return fallback;
    const number = Number(given);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    problems.push(`${name} must be a whole number from ${min} to ${max}; it is "${given}"`);
    return fallback;
  };
  const webAddress = (name: string): string | null => {
    const given = value(name);
    if (given === null) return null;
    const url = URL.parse(given);
    if (url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash && !url.username) {
      return given.replace(/\/+$/, '');
    }
    problems.push(`${name} must be an http(s) address without query; it is "${given}"`);
    return null;
  };
  const list = (name: string) =>
    (value(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);

  for (const name of Object.keys(env)) {
    if (name.startsWith('POSTBOTE_') && !knownNames.has(name)) {
      problems.push(`${name} is not a setting of Postbote; known are ${[...knownNames].join(', ')}`);
    }
  }

  const databaseUrl = value('DATABASE_URL');
  if (databaseUrl && !['postgres:', 'postgresql:'].includes(URL.parse(databaseUrl)?.protocol ?? '')) {
    problems.push(
      'DATABASE_URL must begin with postgres:// or postgresql://; leave it out for the embedded database',
    );
  }
  const allowPrivateMedia = list('POSTBOTE_ALLOW_PRIVATE_MEDIA');
  for (const range of allowPrivateMedia) {
    if (!ipaddr.isValidCIDR(range)) {
      problems.push(`POSTBOTE_ALLOW_PRIVATE_MEDIA: "${range}" is no address range such as 10.0.0.0/8`);
    }
  }
  const allowedOrigins = list('POSTBOTE_ALLOWED_ORIGINS');
  for (const origin of allowedOrigins) {
    if (URL.parse(origin)?.origin !== origin) {
      problems.push(`POSTBOTE_ALLOWED_ORIGINS: "${origin}" is no origin such as https://inspector.example`);
    }
  }
  const role = options.role ?? value('POSTBOTE_ROLE') ?? 'all';
  if (!['all', 'web', 'worker'].includes(role)) {
    problems.push(`The role must be all, web or worker; it is "${role}"`);
  }
  if (role !== 'all' && !databaseUrl) {
    problems.push('Split roles need PostgreSQL: set DATABASE_URL, or run without a role');
  }

  const dataDir = resolve(value('POSTBOTE_DATA') ?? 'data');
  const config = {
    host: value('HOST') ?? '127.0.0.1',
    port: integer('PORT', 0, 65_535, 8377),
    baseUrl: webAddress('POSTBOTE_BASE_URL'),
    dataDir,
    databaseUrl,
    sandbox: oneOf('POSTBOTE_SANDBOX', ['on', 'off'], 'on') === 'on',
    sandboxUrl: webAddress('POSTBOTE_SANDBOX_URL'),
    allowPrivateMedia,
    allowedOrigins,
    trustProxy: oneOf('POSTBOTE_TRUST_PROXY', ['on', 'off'], 'off') === 'on',
    rateLimit: readRateLimit(value('POSTBOTE_RATE_LIMIT'), problems),
    role: role as Config['role'],
    concurrency: integer('POSTBOTE_CONCURRENCY', 1, 100_000, 500),
    logLevel: oneOf('POSTBOTE_LOG', ['silent', 'error', 'warn', 'info', 'debug'], 'info'),
    clock: readClock(value('POSTBOTE_CLOCK'), problems),
    s3: readS3(value, webAddress('POSTBOTE_S3_ENDPOINT'), problems),
    maxUpload: readMaxUpload(value('POSTBOTE_MAX_UPLOAD'), problems),
  };
  const encryptionKey = readEncryptionKey(value('POSTBOTE_ENCRYPTION_KEY'), dataDir, problems);
  if (problems.length > 0 || encryptionKey === null) throw new ConfigError(problems);
  return { ...config, encryptionKey };
}

const knownNames = new Set([
  'POSTBOTE_BASE_URL',
  'POSTBOTE_DATA',
  'POSTBOTE_SANDBOX',
  'POSTBOTE_SANDBOX_URL',
  'POSTBOTE_ALLOW_PRIVATE_MEDIA',
  'POSTBOTE_ALLOWED_ORIGINS',
  'POSTBOTE_TRUST_PROXY',
  'POSTBOTE_RATE_LIMIT',
  'POSTBOTE_ENCRYPTION_KEY',
  'POSTBOTE_ROLE',
  'POSTBOTE_CONCURRENCY',
  'POSTBOTE_LOG',
  'POSTBOTE_CLOCK',
  'POSTBOTE_MAX_UPLOAD',
  'POSTBOTE_S3_ENDPOINT',
  'POSTBOTE_S3_REGION',
  'POSTBOTE_S3_BUCKET',
  'POSTBOTE_S3_ACCESS_KEY',
  'POSTBOTE_S3_SECRET_KEY',
  'POSTBOTE_S3_PATH_STYLE',
]);

/** `1200/300`: calls a minute and the burst above it; `off`: none. */
function readRateLimit(given: string | null, problems: string[]): RateLimit | null {
  if (given === null) return { perMinute: 1200, burst: 300 };
  if (given === 'off') return null;
  const match = /^(\d{1,7})(?:\/(\d{1,7}))?$/.exec(given);
  const perMinute = Number(match?.[1] ?? 0);
  const burst = Number(match?.[2] ?? Math.max(1, Math.ceil(perMinute / 4)));
  if (perMinute > 0 && burst > 0) return { perMinute, burst };
  problems.push(
    `POSTBOTE_RATE_LIMIT must be "off" or calls a minute and burst such as 1200/300; it is "${given}"`,
  );
  return null;
}

/** None of the settings: the data directory. One of them: what else is needed must be there too. */
function readS3(
  value: (name: string) => string | null,
  endpoint: string | null,
  problems: string[],
): S3Config | null {
  const names = [...knownNames].filter((name) => name.startsWith('POSTBOTE_S3_'));
  if (names.every((name) => value(name) === null)) return null;
  const needed = (name: string) => {
    const given = value(name);
    if (given === null)
      problems.push(`${name} is missing: files in S3 need bucket, access key and secret key`);
    return given ?? '';
  };
  const region = value('POSTBOTE_S3_REGION') ?? 'us-east-1';
  const bucket = needed('POSTBOTE_S3_BUCKET');
  if (bucket && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    problems.push(`POSTBOTE_S3_BUCKET must be the name of a bucket; it is "${bucket}"`);
  }
  const pathStyle = value('POSTBOTE_S3_PATH_STYLE') ?? (endpoint ? 'on' : 'off');
  if (!['on', 'off'].includes(pathStyle)) {
    problems.push(`POSTBOTE_S3_PATH_STYLE must be one of on, off; it is "${pathStyle}"`);
  }
  return {
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    accessKey: needed('POSTBOTE_S3_ACCESS_KEY'),
    secretKey: needed('POSTBOTE_S3_SECRET_KEY'),
    pathStyle: pathStyle === 'on',
  };
}

/** `2GiB/50MiB`: what a video may have, and what a picture may. */
function readMaxUpload(given: string | null, problems: string[]): Config['maxUpload'] {
  const [mebi, gibi] = [1024 ** 2, 1024 ** 3];
  const usual = { video: 2 * gibi, image: 50 * mebi };
  if (given === null) return usual;
  const match = /^(\d{1,5})(MiB|GiB)(?:\/(\d{1,5})(MiB|GiB))?$/.exec(given);
  const bytes = (count?: string, unit?: string) => Number(count) * (unit === 'GiB' ? gibi : mebi);
  const video = bytes(match?.[1], match?.[2]);
  const image = match?.[3] ? bytes(match[3], match[4]) : Math.min(usual.image, video);
  if (video > 0 && image > 0) return { video, image };
  problems.push(
    `POSTBOTE_MAX_UPLOAD must be the sizes of videos and pictures such as 2GiB/50MiB; it is "${given}"`,
  );
  return usual;
}

/** For tests only: `20@1789000000000` runs twenty times as fast, counted from that moment. */
function readClock(given: string | null, problems: string[]): ClockPace {
  if (given === null) return { speed: 1, epoch: 0 };
  const match = /^(\d{1,4})@(\d{1,15})$/.exec(given);
  if (match) return { speed: Number(match[1]), epoch: Number(match[2]) };
  problems.push(`POSTBOTE_CLOCK must look like 20@1789000000000; it is "${given}"`);
  return { speed: 1, epoch: 0 };
}

/** From the environment, else from the data directory, where it is made once and readable by its owner only. */
function readEncryptionKey(given: string | null, dataDir: string, problems: string[]): Buffer | null {
  const parse = (text: string, from: string): Buffer | null => {
    const key = Buffer.from(text.trim(), 'base64');
    if (key.length === 32) return key;
    problems.push(`${from} must hold 32 bytes in base64 (make one with: openssl rand -base64 32)`);
    return null;
  };
  if (given !== null) return parse(given, 'POSTBOTE_ENCRYPTION_KEY');
  if (problems.length > 0) return null;
  const file = join(dataDir, 'encryption.key');
  try {
    makeDataDir(dataDir);
    if (!existsSync(file)) makeKeyFile(file);
  } catch (error) {
    problems.push(...(error instanceof ConfigError ? error.problems : [notWritable(dataDir, error)]));
    return null;
  }
  return parse(readFileSync(file, 'utf8'), file);
}

/** For whoever puts a file there: with a key from the environment nothing has made it yet. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError([notWritable(dataDir, error)], error);
  }
}

const notWritable = (dataDir: string, error: unknown) =>
  `The data directory ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}); set POSTBOTE_DATA`;

/** Written whole and then linked into place: of two processes starting at once exactly one key stays. */
function makeKeyFile(file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
