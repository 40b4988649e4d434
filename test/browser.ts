/** A browser's part of a conversation: cookies, `Origin`, JSON. */
export interface Browser {
  readonly cookies: Map<string, string>;
  /** As its next request would carry them. */
  cookie(): string;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  readonly data: any;
  readonly headers: Headers;
}

/** `origin` is what the page was loaded from; `always` goes with every request. */
export function openBrowser(
  url: string,
  options: { origin?: string; always?: Record<string, string> } = {},
): Browser {
  const { origin = url, always = {} } = options;
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...always,
        ...(cookies.size > 0 ? { cookie: cookie() } : {}),
        ...(method === 'GET' ? {} : { origin, 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0\b/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const data = response.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : text;
    return { status: response.status, data, headers: response.headers };
  }
  return {
    cookies,
    cookie,
    send,
    get: (path, headers = {}) => send('GET', path, undefined, headers),
    post: (path, body = {}, headers = {}) => send('POST', path, body, headers),
  };
}
