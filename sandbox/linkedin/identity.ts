import { findAccount } from '../accounts.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { accessDenied, refuse, restError } from './answers.ts';
import { linkedin, requireLogin, requireScope, roleOf, rolesOf } from './login.ts';
import { pageOf, readPaging, requireVersion } from './version.ts';

/** GET /v2/userinfo: OpenID Connect, no version header. */
export function userinfo(call: Call): Answer {
  const login = requireLogin(call);
  requireScope(login, 'userinfo.GET.NO_VERSION', 'openid');
  const { id, name } = login.member;
  const [given, family] = splitName(name);
  return ok({
    sub: id.replace('urn:li:person:', ''),
    name,
    given_name: given,
    family_name: family,
    locale: { country: 'DE', language: 'de' },
    picture: `${call.world.home()}/media/square.jpg`,
  });
}

/** GET /v2/me: the only place that tells a member's public name. */
export function me(call: Call): Answer {
  const login = requireLogin(call);
  requireScope(login, 'me.GET.NO_VERSION', 'r_basicprofile');
  const { id, name, username } = login.member;
  const [given, family] = splitName(name);
  return ok({
    id: id.replace('urn:li:person:', ''),
    localizedFirstName: given,
    localizedLastName: family,
    vanityName: username,
  });
}

/** GET /rest/organizationAcls?q=roleAssignee */
export function organizationAcls(call: Call): Answer {
  requireVersion(call);
  const login = requireLogin(call);
  requireScope(
    login,
    'organizationAcls.FINDER-roleAssignee',
    'rw_organization_admin',
    'r_organization_admin',
  );
  if (call.query.get('q') !== 'roleAssignee') {
    return refuse(restError(400, 'ILLEGAL_ARGUMENT', 'Query parameter q must be roleAssignee'));
  }
  const wanted = call.query.get('role');
  const state = call.query.get('state') ?? 'APPROVED';
  const roles = rolesOf(call.world, login.member).filter(({ role }) => wanted === null || role === wanted);
  const acls = roles.map(({ page, role }) => ({
    roleAssignee: login.member.id,
    state: 'APPROVED',
    role,
    organization: page,
  }));
  return ok(pageOf(state === 'APPROVED' ? acls : [], readPaging(call)));
}

/** GET /rest/organizations/{id}: for its administrators. */
export function organization(call: Call): Answer {
  requireVersion(call);
  const login = requireLogin(call);
  requireScope(login, 'organizations.GET', 'rw_organization_admin', 'r_organization_admin');
  const { id = '' } = call.params;
  const urn = `urn:li:organization:${id}`;
  const page = findAccount(call.world.store, linkedin, urn);
  if (page === null) return restError(404, 'NOT_FOUND', `Could not find organization ${id}`);
  if (roleOf(call.world, login.member.id, urn) !== 'ADMINISTRATOR') accessDenied('organizations.GET');
  return ok({ id: Number(id), localizedName: page.name, vanityName: page.username, $URN: urn });
}

function splitName(name: string): [string, string] {
  const [given = '', ...rest] = name.split(' ');
  return [given, rest.join(' ')];
}
