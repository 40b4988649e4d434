import { findAccount } from '../accounts.ts';
import { type Fault, faultKinds, listFaults } from '../faults.ts';
import type { Answer } from '../platform.ts';
import { findPlatform, operationsOf, platforms } from '../platforms.ts';
import type { World } from '../world.ts';
import { type Html, html } from './html.ts';
import { renderPage } from './layout.ts';

const meanings: Readonly<Record<(typeof faultKinds)[number], string>> = {
  rate_limit: 'Too many requests, with a time to come back',
  error_before: 'Server error, and nothing happened',
  error_after: 'Server error, although it happened',
  lost_answer: 'It happens, but the connection breaks before the answer',
  lost_request: 'The connection breaks before anything happens',
  expired_token: 'The access token runs out',
  slow_processing: 'Media takes longer to get ready',
  rejected_media: 'The media is refused',
  lying_error: 'Instagram says “blocked”, yet the post is live',
};

/** What is switched on now, each with its button to switch it off. */
export function activeFaults(world: World, shownOn: 'feed' | 'faults'): Html {
  const faults = listFaults(world.store);
  return html`<section class="panel"><h2>Active faults</h2>
${
  faults.length === 0
    ? html`<p class="quiet">None. Every platform behaves.</p>`
    : html`<ul class="faults">${faults.map((fault) => faultRow(world, fault, shownOn))}</ul>`
}
${shownOn === 'feed' ? html`<p><a href="/sandbox/faults">Switch a fault on</a></p>` : null}
</section>`;
}

export function faultsPage(world: World, problem: string | null = null): Answer {
  const body = html`<div class="narrow">
<h1>Faults</h1>
<p>Real platforms stumble. Let a pretend one stumble on purpose, and watch that every post still goes out exactly once.</p>
${problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`}
${activeFaults(world, 'faults')}
<form class="panel" method="post" action="/sandbox/faults">
<h2>Switch a fault on</h2>
<label>Platform<select name="platform">${platforms.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></label>
<label>Fault<select name="fault">${faultKinds.map((kind) => html`<option value="${kind}">${kind} – ${meanings[kind]}</option>`)}</select></label>
<div class="row">
<label>How often<input name="times" type="number" min="1" max="1000" value="1"></label>
<label>Let pass first<input name="skip" type="number" min="0" max="1000" value="0"></label>
</div>
<div class="row">
<label>Retry after (s)<input name="retry_after" type="number" min="0" max="86400" value="5"></label>
<label>Slower by (s)<input name="seconds" type="number" min="0" max="86400" value="10"></label>
</div>
<label>On which operation<select name="on"><option value="">where this fault belongs (usually publishing)</option><option value="*">any</option>${platforms.map(
    (platform) =>
      html`<optgroup label="${platform.name}">${operationsOf(platform).map((name) => html`<option>${name}</option>`)}</optgroup>`,
  )}</select></label>
<label>Only for account (user name or id, empty for all)<input name="account" autocomplete="off"></label>
<button>Switch on</button>
</form>
</div>`;
  return renderPage({
    title: 'Faults · Postbote Sandbox',
    body,
    current: 'faults',
    status: problem === null ? 200 : 400,
  });
}

function faultRow(world: World, fault: Fault, shownOn: string): Html {
  const account = fault.account === null ? null : findAccount(world.store, fault.platform, fault.account);
  return html`<li class="on-${fault.platform}">
<div><strong>${fault.fault}</strong> <span class="badge">${findPlatform(fault.platform)?.name ?? fault.platform}</span>
<p>${meanings[fault.fault]}. ${fault.times === 1 ? 'Once' : `${fault.times} times`}${fault.skip > 0 ? `, after ${fault.skip} calls` : null}${fault.on === null ? null : ` on ${fault.on}`}${account === null ? null : ` for @${account.username}`}.</p></div>
<form method="post" action="/sandbox/faults/remove"><input type="hidden" name="id" value="${fault.id}"><input type="hidden" name="back" value="${shownOn}"><button class="off" aria-label="Switch ${fault.fault} off">Off</button></form>
</li>`;
}
