import type { SentRequest } from '../contract/record-requests.ts';

export interface Mutant {
  readonly what: string;
  readonly request: SentRequest;
}

/** The same request with one mistake in it: whoever takes them all checks nothing. */
export function mutantsOf(request: SentRequest): Mutant[] {
  const at = (change: (url: URL) => void) => {
    const url = new URL(request.url);
    change(url);
    return String(url);
  };
  const { body } = request;
  const [address = '', query = ''] = request.url.split(/(?=\?)/);
  const withBody = (value: Record<string, unknown>): SentRequest => ({
    ...request,
    body: (body.kind === 'json'
      ? { kind: 'json', value }
      : { kind: body.kind, fields: value }) as SentRequest['body'],
  });
  const fields =
    body.kind === 'json'
      ? (body.value as Record<string, unknown>)
      : body.kind === 'none' || body.kind === 'bytes'
        ? null
        : body.fields;
  return [
    { what: 'another path', request: { ...request, url: `${address}/nirgends${query}` } },
    { what: 'another method', request: { ...request, method: 'TRACE' } },
    {
      what: 'an unknown parameter',
      request: { ...request, url: at((url) => url.searchParams.set('nirgends', '1')) },
    },
    ...(fields ? [{ what: 'an unknown field', request: withBody({ ...fields, nirgends: 'x' }) }] : []),
  ];
}

/** Every field of a JSON body in turn as something that no platform takes there. */
export function wrongTypes(request: SentRequest): Mutant[] {
  if (request.body.kind !== 'json') return [];
  const value = request.body.value as Record<string, unknown>;
  return Object.keys(value).map((name) => ({
    what: `a wrong type of ${name}`,
    request: { ...request, body: { kind: 'json', value: { ...value, [name]: [[17]] } } },
  }));
}
