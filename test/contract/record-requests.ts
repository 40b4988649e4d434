import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { platforms } from '../../src/platforms/index.ts';

/** One request of an adapter, at the address where the real platform answers, without its secrets. */
export interface SentRequest {
  readonly platform: string;
  /** The name of the host in the data sheet. */
  readonly host: string;
  readonly method: string;
  /** The real address; secrets in its query are taken out. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: SentBody;
  /** What was answered; null: nothing. */
  readonly status: number | null;
  /** Sent past our own check on purpose: what the platform's description says against it is the point. */
  readonly beyond: boolean;
}

export type SentBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'multipart'; readonly fields: Readonly<Record<string, string | null>> }
  | { readonly kind: 'bytes' };

export interface Recording {
  readonly fetch: typeof fetch;
  readonly sent: SentRequest[];
  /** What runs meanwhile goes past our own check. */
  beyond<T>(platform: string, run: () => Promise<T>): Promise<T>;
  /** Where the sandbox answers, by platform and host name; nothing is recorded before it is known. */
  watch(hosts: Readonly<Record<string, Readonly<Record<string, string>>>>): void;
}

/** Looks over the shoulder of fetch. With RECORD_REQUESTS every request becomes a line in that folder. */
export function recordRequests(): Recording {
  const sent: SentRequest[] = [];
  const beyond = new Set<string>();
  let places: { prefix: string; platform: string; host: string }[] = [];
  const folder = process.env.RECORD_REQUESTS;
  if (folder) mkdirSync(folder, { recursive: true });
  const keep = (request: SentRequest) => {
    sent.push(request);
    if (folder) appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(request)}\n`);
  };
  return {
    sent,
    async beyond(platform, run) {
      beyond.add(platform);
      try {
        return await run();
      } finally {
        beyond.delete(platform);
      }
    },
    watch(hosts) {
      places = Object.entries(hosts)
        .flatMap(([platform, byName]) =>
          Object.entries(byName).map(([host, prefix]) => ({ prefix, platform, host })),
        )
        .sort((a, b) => b.prefix.length - a.prefix.length);
    },
    async fetch(input, init) {
      const url = String(input instanceof Request ? input.url : input);
      const place = places.find(
        ({ prefix }) => url === prefix || (/^[/?]/.test(url.slice(prefix.length)) && url.startsWith(prefix)),
      );
      if (!place) return fetch(input, init);
      const seen = {
        ...describe(place, url.slice(place.prefix.length), init ?? {}),
        beyond: beyond.has(place.platform),
      };
      try {
        const response = await fetch(input, init);
        keep({ ...seen, status: response.status });
        return response;
      } catch (error) {
        keep({ ...seen, status: null });
        throw error;
      }
    },
  };
}

function describe(
  { platform, host }: { platform: string; host: string },
  rest: string,
  init: RequestInit,
): Omit<SentRequest, 'status' | 'beyond'> {
  const real: Readonly<Record<string, string>> = platforms[platform as keyof typeof platforms].hosts;
  // An address that an answer named leads to a host of its own, which no data sheet lists.
  const base = real[host] ?? `https://${host}.${platform}.invalid`;
  const headers = new Headers(init.headers);
  const authorization = headers.get('authorization');
  if (authorization !== null) headers.set('authorization', `${authorization.split(' ')[0]} secret`);
  const address = new URL(base + rest);
  for (const name of address.searchParams.keys()) {
    if (isSecret(name)) address.searchParams.set(name, 'secret');
  }
  return {
    platform,
    host,
    method: init.method ?? 'GET',
    url: String(address),
    headers: Object.fromEntries(headers),
    body: readBody(headers.get('content-type') ?? '', init.body),
  };
}

const isSecret = (name: string) => /token|secret|password|^code$|verifier|^upload_id$|^ut$/.test(name);

function readBody(type: string, body: RequestInit['body']): SentBody {
  if (body === undefined || body === null) return { kind: 'none' };
  if (typeof body === 'string' && type.startsWith('application/json')) {
    return {
      kind: 'json',
      value: JSON.parse(body, (name, value) => (isSecretValue(name, value) ? 'secret' : value)),
    };
  }
  if (typeof body === 'string') {
    const fields = [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      isSecret(name) ? 'secret' : value,
    ]);
    return { kind: 'form', fields: Object.fromEntries(fields) };
  }
  const text = body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : '';
  const boundary = /^multipart\/form-data.*boundary=([^;]+)/.exec(type)?.[1];
  return boundary === undefined ? { kind: 'bytes' } : { kind: 'multipart', fields: parts(text, boundary) };
}

const isSecretValue = (name: string, value: unknown) => typeof value === 'string' && isSecret(name);

/** Names and values of the plain fields; null stands for a file. */
function parts(text: string, boundary: string): Record<string, string | null> {
  const fields: Record<string, string | null> = {};
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const name = /name="([^"]*)"/.exec(head)?.[1];
    if (name === undefined) continue;
    const value = Buffer.from(rest.join('\r\n\r\n').replace(/\r\n$/, ''), 'latin1').toString('utf8');
    fields[name] = /filename=/.test(head) ? null : value;
  }
  return fields;
}
