import { type ZodType, z } from 'zod';
import type { CallAnswer } from '../call.ts';
import { readAnswer } from '../http.ts';
import type { Reading } from '../platform.ts';

export type GraphAt = Pick<Reading, 'call' | 'hosts' | 'credentials'>;
type Query = Readonly<Record<string, string>>;
type Classify = (answer: CallAnswer) => Error;

/** The Graph API of one platform: the same calls, another host, version and table of errors. */
export function graphApi(version: string, classify: Classify) {
  const address = (at: Pick<GraphAt, 'hosts'>, path: string, query: Query = {}) => {
    const parameters = new URLSearchParams(query).toString();
    return `${at.hosts.graph}/${version}/${path}${parameters && `?${parameters}`}`;
  };
  const bearer = (at: GraphAt) => ({ authorization: `Bearer ${at.credentials.accessToken}` });

  async function get<T>(at: GraphAt, path: string, query: Query, shape: ZodType<T>): Promise<T> {
    const url = address(at, path, query);
    return readAnswer(await at.call({ method: 'GET', url, headers: bearer(at), classify }), shape);
  }

  async function post<T>(
    at: GraphAt,
    path: string,
    body: Query | FormData,
    shape: ZodType<T>,
    options: { classify?: Classify; query?: Query; timeoutSeconds?: number } = {},
  ): Promise<T> {
    const answer = await at.call({
      method: 'POST',
      url: address(at, path, options.query),
      headers: bearer(at),
      ...(body instanceof FormData ? { body } : { form: body }),
      classify: options.classify ?? classify,
      timeoutSeconds: options.timeoutSeconds ?? 60,
    });
    return readAnswer(answer, shape);
  }

  /**
   * An edge, page by page. `paging.next` only tells whether there is more: its address bears the token and is
   * therefore not followed but rebuilt from the cursor.
   */
  async function* pages<T>(at: GraphAt, path: string, query: Query, item: ZodType<T>, maxPages = 20) {
    const shape = z.object({ data: z.array(item), paging: paging.optional() });
    let after: string | undefined;
    for (let page = 0; page < maxPages; page += 1) {
      const { data, paging: links } = await get(at, path, { ...query, ...(after && { after }) }, shape);
      yield data;
      after = links?.next ? links.cursors?.after : undefined;
      if (after === undefined) return;
    }
  }

  return { get, post, pages, address };
}

const paging = z.object({
  next: z.string().optional(),
  cursors: z.object({ after: z.string().optional() }).optional(),
});
