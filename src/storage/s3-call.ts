import { setTimeout as pause } from 'node:timers/promises';
import { type S3Access, signRequest } from './sign-request.ts';
import { StorageTrouble } from './storage.ts';

export interface S3Target extends S3Access {
  readonly endpoint: string;
  readonly bucket: string;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  readonly pathStyle: boolean;
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Answers that are no trouble; the others are thrown. */
  readonly accept?: readonly number[];
}

const tries = 4;
const answerMs = 60_000;

/** Every request here may be repeated: at worst it leaves an unfinished upload that nobody completes. */
export async function call(target: S3Target, request: S3Request): Promise<Response> {
  const accept = request.accept ?? [200];
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(target, request).catch((error) => new StorageTrouble(noAnswer(error), error));
    if (answer instanceof Response && accept.includes(answer.status)) return answer;
    const trouble = answer instanceof Response ? await describe(answer, request) : answer;
    const passing = !(answer instanceof Response) || answer.status >= 500 || answer.status === 429;
    if (!passing || attempt === tries) throw trouble;
    await pause(100 * 3 ** attempt * (0.5 + Math.random()));
  }
}

async function send(target: S3Target, request: S3Request): Promise<Response> {
  const { method, headers, body } = request;
  const url = addressOf(target, request);
  const signed = signRequest(target, { method, url, headers, body }, new Date());
  // The time counts until the answer begins; a body that stalls is cut by the client's own limit.
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new Error('no answer within a minute')), answerMs);
  try {
    return await fetch(url, {
      method,
      headers: signed,
      body: body as Uint8Array<ArrayBuffer> | undefined,
      redirect: 'error',
      signal: patience.signal,
    });
  } finally {
    clearTimeout(timer);
  }
}

function addressOf(target: S3Target, { key, query = {} }: S3Request): URL {
  const url = new URL(target.endpoint);
  const folder = url.pathname.replace(/\/+$/, '');
  if (target.pathStyle) url.pathname = `${folder}/${target.bucket}/${key}`;
  else {
    url.hostname = `${target.bucket}.${url.hostname}`;
    url.pathname = `${folder}/${key}`;
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function describe(answer: Response, { method }: S3Request): Promise<StorageTrouble> {
  const text = await answer.text().catch(() => '');
  const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text)?.[1] ?? '';
  return new StorageTrouble(`the storage answered ${method} with ${answer.status} ${code}`.trim());
}

const noAnswer = (error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return `the storage does not answer${code ? ` (${code})` : ''}`;
};
