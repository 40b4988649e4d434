import { findAccount, listAccounts } from '../accounts.ts';
import { connectAccount } from '../connect-account.ts';
import { issueCode } from '../oauth-codes.ts';
import type { Answer, Consent, PretendPlatform } from '../platform.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import { renderPage } from './layout.ts';

/** The login page that a platform shows before it sends the browser back: pick who you are, allow or refuse. */
export function consentPage(
  world: World,
  platform: PretendPlatform,
  consent: Consent,
  address: URLSearchParams,
): Answer {
  const { query, problem } = readRequest(world, consent, address);
  if (problem !== null) {
    const body = html`<h1>${platform.name} cannot sign you in</h1><p>${problem}</p>`;
    return renderPage({ title: `${platform.name} sandbox`, status: 400, body });
  }
  const accounts = listAccounts(world.store, platform.id);
  const hint = query.get('login_hint');
  const hinted = Math.max(
    0,
    accounts.findIndex(({ id, username }) => id === hint || username === hint),
  );
  const scopes = (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean);
  const body = html`<div class="panel consent on-${platform.id}">
<h1>Sign in to ${platform.name}</h1>
<p><b>${query.get(consent.clientIdName)}</b> asks for: ${scopes.join(', ') || 'basic access'}</p>
<form method="post">
<fieldset><legend>Who are you?</legend>
${accounts.map(
  (account, index) =>
    html`<p><label><input type="radio" name="username" value="${account.username}"${index === hinted ? html` checked` : null}> ${account.name} (@${account.username})</label></p>`,
)}
<p><label><input type="radio" name="username" value=""${accounts.length === 0 ? html` checked` : null}> Somebody new:</label> <input name="new_username" value="newcomer" aria-label="Name of the new account" maxlength="40"></p>
</fieldset>
<p><button name="decision" value="allow">Allow</button> <button class="refuse" name="decision" value="deny">Refuse</button></p>
</form></div>`;
  const page = renderPage({ title: `Sign in to ${platform.name} (sandbox)`, body });
  // The form's answer leads to the client's own address, which a browser counts as the form's target.
  const policy = page.headers?.['content-security-policy']?.replace(
    "form-action 'self'",
    'form-action http: https:',
  );
  return { ...page, headers: { ...page.headers, 'content-security-policy': policy ?? '' } };
}

/** What the person decided; the browser is sent back either way. */
export function decideConsent(
  world: World,
  platform: PretendPlatform,
  consent: Consent,
  address: URLSearchParams,
  fields: Record<string, unknown>,
): Answer {
  const { query, problem } = readRequest(world, consent, address);
  if (problem !== null) return { status: 400, body: { error: problem } };
  consent.closeRequest?.(world, address);
  const back = new URL(query.get('redirect_uri') ?? '');
  if (query.has('state')) back.searchParams.set('state', query.get('state') ?? '');
  for (const [name, value] of Object.entries(consent.answerWith?.(world) ?? {})) {
    back.searchParams.set(name, value);
  }
  if (fields.decision !== 'allow') {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'The user refused');
    return { status: 303, headers: { location: String(back) } };
  }
  const username = String(fields.username || fields.new_username || 'newcomer').slice(0, 100);
  const account =
    findAccount(world.store, platform.id, username) ??
    connectAccount(world, platform, { username, lifetime: null }).account;
  const code = issueCode(world, platform.id, {
    account: account.id,
    clientId: query.get(consent.clientIdName) ?? '',
    redirectUri: query.get('redirect_uri') ?? '',
    scope: query.get('scope') ?? '',
    challenge: query.get('code_challenge'),
    proofKey: query.get('dpop_jkt'),
  });
  back.searchParams.set('code', code);
  return { status: 303, headers: { location: String(back) } };
}

function readRequest(world: World, consent: Consent, address: URLSearchParams) {
  const asked = consent.readRequest?.(world, address) ?? address;
  if (typeof asked === 'string') return { query: address, problem: asked };
  return { query: asked, problem: problemOf(consent, asked) };
}

function problemOf(consent: Consent, query: URLSearchParams): string | null {
  if (!query.get(consent.clientIdName)) return `The parameter ${consent.clientIdName} is missing.`;
  if (query.get('response_type') !== 'code') return 'The parameter response_type must be "code".';
  if (consent.pkce && query.get('code_challenge_method') !== 'S256') return 'PKCE with S256 is required.';
  const back = URL.parse(query.get('redirect_uri') ?? '');
  if (back === null || !['http:', 'https:'].includes(back.protocol))
    return 'The parameter redirect_uri is no web address.';
  return null;
}
