import { findAccount } from '../accounts.ts';
import { followersOf } from '../engagement.ts';
import { pick } from '../graph/fields.ts';
import { pageOf } from '../graph/paging.ts';
import { refuse, unknownObject } from '../graph/problem.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import type { Account, Token } from '../store.ts';
import { facebook, issueToken, noEnd, requireToken, requireUser, tasksOf } from './sign-in.ts';

/** A Page whose name begins with "business" is held by the business and missing from /me/accounts. */
const isHeld = (page: Account) => page.username.startsWith('business');
const businessId = '990000000000001';

export async function listPages(call: Call): Promise<Answer> {
  const user = await requireUser(call);
  return pagesAnswer(call, user, (page) => !isHeld(page));
}

export async function listBusinesses(call: Call): Promise<Answer> {
  await requireUser(call);
  const business = { id: businessId, name: 'Pretend Business' };
  return ok(pageOf(call, [business], (item) => item));
}

export async function listBusinessPages(call: Call): Promise<Answer> {
  const user = await requireUser(call);
  const { id = '' } = call.params;
  if (id !== businessId) return refuse(unknownObject(id));
  const isOwned = call.operation === 'owned_pages';
  return pagesAnswer(call, user, (page) => isOwned && isHeld(page));
}

function pagesAnswer(call: Call, user: Token, wanted: (page: Account) => boolean): Answer {
  const pages = call.world.store
    .all('SELECT id FROM accounts WHERE platform = ? ORDER BY created_at, rowid', facebook)
    .map((row) => findAccount(call.world.store, facebook, String(row.id)))
    .filter((page) => page !== null)
    // The Page the person came in with stands first.
    .toSorted((a, b) => Number(b.id === user.account) - Number(a.id === user.account))
    .filter(wanted);
  const fields = call.query.get('fields') ?? 'access_token,category,name,id,tasks';
  const asksToken = fields.includes('access_token');
  const view = (page: Account) => pick(pageNode(call, page, asksToken ? user : null), fields, optional);
  return ok(pageOf(call, pages, view));
}

/** GET /me or /{page-id}: the person for a login, the Page for a Page token. */
export async function getProfile(call: Call): Promise<Answer> {
  const token = await requireToken(call);
  const { id = '' } = call.params;
  const fields = call.query.get('fields');
  if (token.kind !== 'page' && id === 'me') {
    return ok(pick({ id: '122000000000000001', name: 'Pretend Person' }, fields ?? 'id,name'));
  }
  const page = findAccount(call.world.store, facebook, id === 'me' ? token.account : id);
  if (page === null) return refuse(unknownObject(id));
  const isReach = token.kind !== 'page' && fields?.includes('access_token') === true;
  return ok(pick(pageNode(call, page, isReach ? token : null), fields ?? 'id,name', optional));
}

const optional = ['access_token', 'tasks'];

function pageNode(call: Call, page: Account, user: Token | null): Record<string, unknown> {
  const followers = followersOf(call.world, page);
  return {
    id: page.id,
    name: page.name,
    username: page.username,
    category: 'Community',
    followers_count: followers,
    fan_count: followers,
    link: `${call.world.home()}/facebook/${page.id}`,
    picture: { data: { url: `${call.world.home()}/media/square.jpg`, is_silhouette: false } },
    ...(user === null ? {} : { access_token: pageToken(call, page, user), tasks: tasksOf(page) }),
  };
}

/** A Page token outlives its login only when that login is a long-lived one. */
function pageToken(call: Call, page: Account, user: Token): string {
  const expiresAt = user.kind === 'user_long' ? noEnd : user.expiresAt;
  return issueToken(call.world, 'page', page.id, String(user.data.appId), expiresAt);
}
