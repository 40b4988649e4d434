import type { Answer, Call, Route } from '../platform.ts';

type Run = (call: Call) => Promise<Answer> | Answer;
type When = (call: Call) => boolean;

/** Every route works with and without a version in its path, as the Graph API does. */
export function graphRoute(
  operation: string,
  method: Route['method'],
  path: string,
  run: Run,
  more: { when?: When; signedIn?: boolean } = {},
): Route[] {
  const { when, signedIn = true } = more;
  const route = { operation, method, host: 'graph', run, signedIn };
  const versioned: When = (call) => /^v\d+\.\d+$/.test(call.params.version ?? '') && (when?.(call) ?? true);
  return [
    { ...route, path: `/:version${path}`, when: versioned },
    { ...route, path, ...(when === undefined ? {} : { when }) },
  ];
}

/** As a header or as a parameter, in the address or in the body: the Graph API takes all. */
export async function givenToken(call: Call): Promise<string | null> {
  const inAddress = call.bearer ?? call.query.get('access_token');
  if (inAddress !== null || call.request.method !== 'POST' || isRaw(call)) return inAddress;
  const { access_token: inBody } = await call.body();
  return typeof inBody === 'string' ? inBody : null;
}

/** A parameter of the body or of the address; files and parts of a multipart body are read elsewhere. */
export async function parametersOf(call: Call): Promise<(name: string) => string> {
  const body = isRaw(call) ? {} : await call.body();
  return (name) => {
    const value = body[name] ?? call.query.get(name);
    if (value === undefined || value === null) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
}

export function isMultipart(call: Call): boolean {
  return (call.request.headers['content-type'] ?? '').startsWith('multipart/');
}

/** A body that must stream through: reading it as fields would use it up. */
function isRaw(call: Call): boolean {
  return isMultipart(call) || 'offset' in call.request.headers || 'file_url' in call.request.headers;
}
