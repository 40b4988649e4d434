import { findAccount, listAccounts } from '../accounts.ts';
import { connectAccount } from '../connect-account.ts';
import { issueCode } from '../oauth-codes.ts';
import type { Answer, Consent, PretendPlatform } from '../platform.ts';
import type { World } from '../world.ts';
import { type Html, html } from './html.ts';
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
  const scopes = (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean);
  const refused = consent.refuses?.(query.get(consent.clientIdName) ?? '', scopes);
  if (refused)
    return sendBack(world, consent, query, { error: refused.error, error_description: refused.description });
  const accounts = listAccounts(world.store, platform.id);
  const hint = query.get('login_hint');
  const hinted = Math.max(
    0,
    accounts.findIndex(({ id, username }) => id === hint || username === hint),
  );
  const body = html`<div class="panel consent on-${platform.id}">
<p class="stripe">${platform.name}<small>Sandbox</small></p>
<h1>Let <b>${query.get(consent.clientIdName)}</b> use your account?</h1>
<p>It will be able to:</p>
<form method="post">
<ul class="scopes">${(scopes.length === 0 ? ['basic access'] : scopes).map((scope) => scopeRow(consent, scope))}</ul>
<fieldset><legend>Who are you?</legend>
${accounts.map(
  (account, index) =>
    html`<label class="choice"><input type="radio" name="username" value="${account.username}"${index === hinted ? html` checked` : null}><span class="face" aria-hidden="true">${[...account.name][0]?.toUpperCase() ?? '?'}</span><span class="who"><strong>${account.name}</strong><span>@${account.username}</span></span></label>`,
)}
<label class="choice"><input type="radio" name="username" value=""${accounts.length === 0 ? html` checked` : null}><span>Somebody new</span><input name="new_username" value="newcomer" aria-label="Name of the new account" maxlength="40"></label>
</fieldset>
<p class="decide"><button class="refuse" name="decision" value="deny">Refuse</button><button name="decision" value="allow">Allow</button></p>
</form>
<p class="quiet">A pretend login: no password, and nothing leaves this machine.</p></div>`;
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
  if (fields.decision !== 'allow') {
    return sendBack(world, consent, query, { error: 'access_denied', error_description: 'The user refused' });
  }
  const name = String(fields.username || fields.new_username || 'newcomer').slice(0, 100);
  const account =
    findAccount(world.store, platform.id, name) ??
    connectAccount(world, platform, { name, lifetime: null }).account;
  const code = issueCode(world, platform.id, {
    account: account.id,
    clientId: query.get(consent.clientIdName) ?? '',
    redirectUri: query.get('redirect_uri') ?? '',
    scope: grantedScope(query.get('scope') ?? '', consent, fields),
    challenge: query.get('code_challenge'),
    accessType: query.get('access_type'),
    prompt: query.get('prompt'),
    proofKey: query.get('dpop_jkt'),
  });
  return sendBack(world, consent, query, { code }, consent.tail);
}

function sendBack(
  world: World,
  consent: Consent,
  query: URLSearchParams,
  answer: Readonly<Record<string, string>>,
  tail = '',
): Answer {
  const back = new URL(query.get('redirect_uri') ?? '');
  const state: Record<string, string> = query.has('state') ? { state: query.get('state') ?? '' } : {};
  for (const [name, value] of Object.entries({ ...state, ...consent.answerWith?.(world), ...answer })) {
    back.searchParams.set(name, value);
  }
  return { status: 303, headers: { location: `${back}${tail}` } };
}

function scopeRow(consent: Consent, scope: string): Html {
  if (!consent.isGranular) return html`<li class="granted"><code>${scope}</code></li>`;
  return html`<li><label class="grant"><input type="checkbox" name="grant ${scope}" checked><code>${scope}</code></label><input type="hidden" name="asked ${scope}"></li>`;
}

/** Only what the person left ticked, joined as it was asked for; a bare decision grants everything. */
function grantedScope(asked: string, consent: Consent, fields: Record<string, unknown>): string {
  if (!consent.isGranular) return asked;
  const isRefused = (scope: string) => `asked ${scope}` in fields && !(`grant ${scope}` in fields);
  const separator = asked.includes(',') ? ',' : ' ';
  return asked
    .split(/[ ,]+/)
    .filter((scope) => !isRefused(scope))
    .join(separator);
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
