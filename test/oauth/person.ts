import { equal } from 'node:assert/strict';

/** What a person and a browser do on the server's own pages. Answers where the browser is sent back to. */
export async function signIn(
  authorizeUrl: string,
  redirectUri: string,
  person: { name: string; consents: boolean },
): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = authorizeUrl;
  let form: URLSearchParams | null = null;
  for (let pages = 0; pages < 12; pages += 1) {
    const response: Response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    form = null;
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location?.startsWith(redirectUri)) return new URL(location);
    if (location !== null) {
      url = new URL(location, url).href;
      continue;
    }
    const html: string = await response.text();
    equal(response.status, 200, html);
    const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1] ?? '';
    if (prompt === 'consent' && !person.consents) {
      url = `${url.replace(/\/$/, '')}/abort`;
    } else {
      form = new URLSearchParams({ prompt, login: person.name, password: 'anything' });
    }
  }
  throw new Error(`no way back from ${url}`);
}
