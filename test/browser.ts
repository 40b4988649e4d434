/** A browser's part of a conversation: cookies, `Origin`, JSON. */
export interface Browser {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  readonly data: any;
  readonly headers: Headers;
}

export function openBrowser(url: string, origin = url): Browser {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit, headers: Record<string, string>): Promise<Reply> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string>), ...headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0\b/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') || /^[[{n]/.test(text);
    return {
      status: response.status,
      data: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };
  return {
    cookies,
    get: (path, headers = {}) => send(path, {}, headers),
    post: (path, body = {}, headers = {}) =>
      send(
        path,
        {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', origin },
        },
        headers,
      ),
  };
}
