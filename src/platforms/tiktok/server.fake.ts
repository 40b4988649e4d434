import { type Network, reply } from '../publishing.fake.ts';
import { settings as schema } from './settings.ts';

/** For tests: TikTok's answers, each of which a script may replace. */
export interface Script {
  readonly creator?: () => Response;
  readonly init?: (calls: number) => Response;
  readonly upload?: Network;
  readonly status?: (calls: number) => Response;
  readonly list?: () => Response;
}

export const hosts = { api: 'https://api.example', web: 'https://web.example' };
export const settings = schema.parse({});
export const POST_ID = '7539746230536799228';

export const good = (data: unknown) => reply(200, { data, error: { code: 'ok', message: '', log_id: '1' } });
export const bad = (status: number, code: string) =>
  reply(status, { data: {}, error: { code, message: 'words', log_id: '1' } });

/** The id stands bare in the JSON, as TikTok writes it. */
export function complete(id = POST_ID): Response {
  const body = `{"data":{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[${id}]},"error":{"code":"ok"}}`;
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

export const uploading = (bytes: number) => good({ status: 'PROCESSING_UPLOAD', uploaded_bytes: bytes });
export const failedWith = (reason: string) => good({ status: 'FAILED', fail_reason: reason });

export const everybody = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
export const creatorWith = (options: readonly string[], more: object = {}) =>
  good({ creator_username: 'anna', privacy_level_options: options, ...more });

export function server(script: Script = {}): Network {
  let inits = 0;
  let questions = 0;
  return (request) => {
    const { pathname } = request.url;
    if (pathname.endsWith('/creator_info/query/')) return script.creator?.() ?? creatorWith(everybody);
    if (pathname.endsWith('/init/')) {
      inits += 1;
      const begun = { publish_id: `p${inits}`, upload_url: `https://up.example/video/?upload_id=${inits}` };
      return script.init?.(inits) ?? good(begun);
    }
    if (pathname === '/video/') return script.upload?.(request) ?? new Response(null, { status: 201 });
    if (pathname.endsWith('/video/list/')) return script.list?.() ?? good({ videos: [] });
    questions += 1;
    return script.status?.(questions) ?? complete();
  };
}
