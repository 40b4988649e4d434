import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import type { Credentials, Discovered, SigningIn } from '../signing-in.ts';
import { bearer, classifyFor, restGet, scopesOf } from './rest.ts';

type At = SigningIn & { credentials: Credentials };

/** Who may write posts for a page (organization access control); analysts and the like may not. */
const postingRoles = new Set([
  'ADMINISTRATOR',
  'CONTENT_ADMIN',
  'CONTENT_ADMINISTRATOR',
  'DIRECT_SPONSORED_CONTENT_POSTER',
]);

const PAGE_SIZE = 100;
/** Nobody runs a thousand pages; a list that never ends is a fault. */
const MAX_REQUESTS = 10;

/** The member and the pages it may post for: one token for all of them. */
export async function discover(at: At): Promise<readonly Discovered[]> {
  const scopes = scopesOf(at.credentials);
  const found: Discovered[] = [];
  if (!scopes || scopes.has('w_member_social')) found.push(await readMember(at));
  if (scopes?.has('w_organization_social')) found.push(...(await readPages(at)));
  if (!scopes) found.push(...((await unlessDenied(() => readPages(at))) ?? []));
  return found;
}

/** Null when the app or the member lacks the right to read it. */
async function unlessDenied<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PostboteError && error.code === 'platform_permission') return null;
    throw error;
  }
}

const openIdMember = z.object({ sub: z.string().min(1), name: z.string().optional() });
const basicMember = z.object({
  id: z.string().min(1),
  localizedFirstName: z.string().optional(),
  localizedLastName: z.string().optional(),
  vanityName: z.string().optional(),
});

/** Which of the two addresses answers depends on the app's products; only the first tells a user name. */
async function readMember(at: At): Promise<Discovered> {
  const basic = await unlessDenied(() => v2(at, 'me', basicMember));
  if (basic) {
    const name = [basic.localizedFirstName, basic.localizedLastName].filter(Boolean).join(' ');
    return member(at, basic.id, name, basic.vanityName ?? null);
  }
  const { sub, name } = await v2(at, 'userinfo', openIdMember);
  return member(at, sub, name ?? '', null);
}

function member({ credentials }: At, id: string, name: string, username: string | null): Discovered {
  return { externalId: `urn:li:person:${id}`, name: name || username || id, username, credentials };
}

/** Below /v2 no version is named. */
async function v2<T>(at: At, path: string, shape: z.ZodType<T>): Promise<T> {
  const answer = await at.call({
    method: 'GET',
    url: `${at.hosts.api}/v2/${path}`,
    headers: bearer(at.credentials),
    classify: classifyFor(at.credentials),
  });
  return readAnswer(answer, shape);
}

const acls = z.object({
  elements: z.array(
    z.object({
      role: z.string(),
      // One sample of LinkedIn's page calls it by the second name.
      organization: z.string().optional(),
      organizationTarget: z.string().optional(),
    }),
  ),
});

async function readPages(at: At): Promise<Discovered[]> {
  const urns = new Set<string>();
  for (let request = 0; request < MAX_REQUESTS; request += 1) {
    const query = new URLSearchParams({
      q: 'roleAssignee',
      state: 'APPROVED',
      count: String(PAGE_SIZE),
      start: String(request * PAGE_SIZE),
    });
    const { elements } = await restGet(at, `/rest/organizationAcls?${query}`, acls, { method: 'FINDER' });
    for (const { role, organization, organizationTarget } of elements) {
      const urn = organization ?? organizationTarget;
      if (urn !== undefined && postingRoles.has(role)) urns.add(urn);
    }
    if (elements.length < PAGE_SIZE) break;
  }
  const pages: Discovered[] = [];
  for (const urn of urns) pages.push(await readPage(at, urn));
  return pages;
}

const organization = z.object({ localizedName: z.string().optional(), vanityName: z.string().optional() });

async function readPage(at: At, urn: string): Promise<Discovered> {
  const id = urn.replace('urn:li:organization:', '');
  const page = await unlessDenied(() =>
    restGet(at, `/rest/organizations/${encodeURIComponent(id)}`, organization),
  );
  // Its name is for administrators; who may only post sees the number.
  const username = page?.vanityName ?? null;
  const name = page?.localizedName || username || `LinkedIn ${id}`;
  return { externalId: urn, name, username, credentials: at.credentials };
}
