import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { RealAccount } from './open-server.ts';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * What a person does on the server's login page, without a browser: sign in, allow (or refuse), and follow the way back. The
 * answer is the address that the browser would open next: our own callback.
 */
export async function signIn(
  authorizeUrl: string,
  account: RealAccount,
  decision: 'consent' | 'reject' = 'consent',
): Promise<string> {
  const { origin } = new URL(authorizeUrl);
  const cookies = new Map<string, string>();
  // By node:http, since fetch sends no sec-fetch headers of the caller's choice and the server insists on them.
  const send = async (method: string, url: string, headers: OutgoingHttpHeaders, body?: unknown) => {
    const answer = await exchange(method, url, { ...headers, cookie: joined(cookies) }, body);
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined) cookies.set(name, value ?? '');
    }
    return answer;
  };
  const page = await send('GET', authorizeUrl, {
    accept: 'text/html',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-fetch-site': 'none',
  });
  if (page.status !== 200)
    throw new Error(`the login page answered ${page.status}: ${page.text.slice(0, 300)}`);
  const api = async (name: string, body: unknown) => {
    const answer = await send(
      'POST',
      `${origin}/@atproto/oauth-provider/~api/${name}`,
      {
        origin,
        referer: authorizeUrl,
        'content-type': 'application/json',
        'sec-fetch-mode': 'same-origin',
        'sec-fetch-site': 'same-origin',
        'sec-fetch-dest': 'empty',
        'x-csrf-token': cookies.get('csrf-token') ?? '',
      },
      body,
    );
    if (answer.status !== 200)
      throw new Error(`${name} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    return JSON.parse(answer.text) as { url?: string };
  };
  const { handle: username, password, did } = account;
  await api('sign-in', { locale: 'en', username, password, remember: true });
  const { url } = await api(decision, decision === 'consent' ? { did } : {});
  const back = await send('GET', String(url), {
    accept: 'text/html',
    referer: authorizeUrl,
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-fetch-site': 'same-origin',
  });
  if (back.status !== 303 || !back.headers.location)
    throw new Error(`no way back: ${back.status} ${back.text}`);
  return back.headers.location;
}

const joined = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

function exchange(method: string, url: string, headers: OutgoingHttpHeaders, body?: unknown): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
    });
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
