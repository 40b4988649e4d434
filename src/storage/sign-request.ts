import { createHmac, hash } from 'node:crypto';

export interface S3Access {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/**
 * AWS Signature Version 4 (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html), with
 * the body's hash signed as well, so that it holds over plain HTTP too. Returns the headers to send.
 */
export function signRequest(
  access: S3Access,
  request: { method: string; url: URL; headers?: Readonly<Record<string, string>>; body?: Uint8Array },
  now: Date,
): Record<string, string> {
  const { method, url } = request;
  const time = `${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const day = time.slice(0, 8);
  const bodyHash = hash('sha256', request.body ?? new Uint8Array(), 'hex');
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
  };
  const names = Object.keys(headers).sort();
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n');
  const scope = `${day}/${access.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hash('sha256', canonical, 'hex')].join('\n');
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(Buffer.from(`AWS4${access.secretKey}`), day), access.region),
  );
  const signature = hmac(key, toSign).toString('hex');
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${access.accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** As RFC 3986 wants it: `encodeURIComponent` leaves these five alone. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
