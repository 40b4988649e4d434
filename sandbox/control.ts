import type { IncomingMessage } from 'node:http';
import { findAccount } from './accounts.ts';
import { connectAccount } from './connect-account.ts';
import { describePost } from './describe-post.ts';
import { listFaults, removeFaults } from './faults.ts';
import { ControlProblem, describeFault, planFault } from './plan-fault.ts';
import { describeQuotas, planQuota } from './plan-quota.ts';
import { type Answer, ok } from './platform.ts';
import { findPlatform, hostsOf, operationsOf, platforms } from './platforms.ts';
import { listPosts } from './posts.ts';
import { BodyProblem, readFields } from './request-body.ts';
import type { RequestLog } from './request-log.ts';
import type { World } from './world.ts';

/** /sandbox/api/…: opens accounts, shows what is public, switches faults, sets what quotas have left. */
export async function control(
  world: World,
  log: RequestLog,
  path: string,
  query: URLSearchParams,
  request: IncomingMessage,
): Promise<Answer> {
  try {
    if (request.method !== 'GET') refuseStrangers(request);
    switch (`${request.method} ${path}`) {
      case 'POST /accounts':
        return createAccount(world, await readFields(request));
      case 'GET /accounts':
        return listAccounts(world, query);
      case 'GET /posts':
        return showPosts(world, query);
      case 'POST /faults':
        return { status: 201, body: describeFault(planFault(world, await readFields(request))) };
      case 'GET /faults':
        return ok({ faults: listFaults(world.store, query.get('platform') ?? undefined).map(describeFault) });
      case 'DELETE /faults':
        removeFaults(world.store, query.has('platform') ? { platform: query.get('platform') ?? '' } : {});
        return { status: 204 };
      case 'GET /quotas':
        return ok({
          lifted: !world.quotas.isEnforced,
          quotas: describeQuotas(world, Object.fromEntries(query)),
        });
      case 'POST /quotas':
        return ok({
          quotas: planQuota(world, await readFields(request)),
          lifted: !world.quotas.isEnforced,
        });
      case 'GET /hosts':
        return ok(hostsOf(world));
      case 'GET /operations':
        return ok({ operations: Object.fromEntries(platforms.map((item) => [item.id, operationsOf(item)])) });
      case 'GET /requests':
        return ok({ requests: log.since(Number(query.get('since') ?? 0) || 0) });
    }
    const fault = /^\/faults\/(\d{1,15})$/.exec(path)?.[1];
    if (request.method === 'DELETE' && fault !== undefined) {
      removeFaults(world.store, { id: Number(fault) });
      return { status: 204 };
    }
    throw new ControlProblem(404, `no such address: ${request.method} ${path}`);
  } catch (error) {
    if (!(error instanceof ControlProblem || error instanceof BodyProblem)) throw error;
    return { status: error.status, body: { error: error.message } };
  }
}

/** There is no login here, so a page from elsewhere must not be able to send forms in a visitor's name. */
export function refuseStrangers(request: IncomingMessage): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw new ControlProblem(403, 'requests from other sites are refused');
  }
}

function createAccount(world: World, wish: Record<string, unknown>): Answer {
  const platform = findPlatform(wish.platform);
  if (platform === null) throw new ControlProblem(400, `unknown platform: ${wish.platform}`);
  const lifetime = wish.expires_in === undefined ? null : Number(wish.expires_in);
  if (lifetime !== null && !Number.isInteger(lifetime))
    throw new ControlProblem(400, 'expires_in must be a whole number');
  const { account, credentials } = connectAccount(world, platform, {
    ...(typeof wish.name === 'string' && wish.name !== '' ? { name: wish.name.slice(0, 100) } : {}),
    ...(typeof wish.username === 'string' && wish.username !== ''
      ? { username: wish.username.slice(0, 100) }
      : {}),
    lifetime,
  });
  const { id, username, name } = account;
  return {
    status: 201,
    body: { platform: platform.id, external_id: id, username, display_name: name, credentials },
  };
}

function listAccounts(world: World, query: URLSearchParams): Answer {
  const platform = query.get('platform');
  const rows = world.store.all(
    'SELECT platform, id AS external_id, username, name AS display_name FROM accounts WHERE ? IS NULL OR platform = ?',
    platform,
    platform,
  );
  return ok({ accounts: rows });
}

function showPosts(world: World, query: URLSearchParams): Answer {
  const platform = query.get('platform');
  const wanted = query.get('account');
  const limit = Math.min(1000, Math.max(0, Math.trunc(Number(query.get('limit') ?? 100)) || 0));
  const accounts = platforms
    .filter((item) => platform === null || item.id === platform)
    .map((item) => (wanted === null ? null : findAccount(world.store, item.id, wanted)?.id))
    .find((id) => id !== undefined && id !== null);
  // An account nobody knows has no posts; without this it would show everybody's.
  const account = wanted === null ? null : (accounts ?? '');
  const { posts, total } = listPosts(world.store, { platform, account, limit });
  return ok({ posts: posts.map((post) => describePost(world, post)), total });
}
