import { listFaults } from '../faults.ts';
import type { Answer } from '../platform.ts';
import { findPlatform, platforms } from '../platforms.ts';
import { listPosts } from '../posts.ts';
import { listSamples } from '../samples.ts';
import type { World } from '../world.ts';
import { activeFaults } from './faults-page.ts';
import { type Html, html } from './html.ts';
import { localPath, renderPage } from './layout.ts';
import { postCard } from './post-card.ts';

const shownPosts = 60;

/** Everything that is public, newest first. */
export function feedPage(world: World, query: URLSearchParams): Answer {
  const platform = findPlatform(query.get('platform'));
  const { posts, total } = listPosts(world.store, { platform: platform?.id ?? null, limit: shownPosts });
  const faults = listFaults(world.store).length;
  const body = html`<div class="columns">
<section class="feed" aria-label="Published posts">
<h1>${platform === null ? 'What went out' : `What went out on ${platform.name}`}</h1>
${filters(world, platform?.id ?? null)}
<p class="faulty">${faults === 0 ? null : html`<a href="/sandbox/faults">${faults === 1 ? 'One fault is' : `${faults} faults are`} switched on</a>`}</p>
<div class="cards">${posts.length === 0 ? emptyState(platform?.name ?? null) : posts.map((post) => postCard(world, post))}</div>
${total > posts.length ? html`<p class="quiet">Showing the newest ${posts.length} of ${total} posts.</p>` : null}
</section>
<aside>
${activeFaults(world, 'feed')}
<section class="panel"><h2>Samples to post</h2>
<ul class="thumbs">${listSamples(world.home())
    .filter(({ type }) => type.startsWith('image/'))
    .map(
      ({ url, name }) =>
        html`<li><a href="${localPath(world, url)}"><img src="${localPath(world, url)}" alt="${name}"></a></li>`,
    )}</ul>
<p><a href="/sandbox/media">All samples with their addresses</a></p>
</section>
</aside>
</div>`;
  return renderPage({
    title: `${total} posts · Postbote Sandbox`,
    body,
    isLive: true,
    current: 'feed',
  });
}

function filters(world: World, current: string | null): Html {
  const pill = (id: string | null, name: string) => {
    const { total } = listPosts(world.store, { platform: id, limit: 0 });
    const path = id === null ? '/sandbox' : `/sandbox?platform=${id}`;
    const inside = html`${name} <span>${total}</span>`;
    return id === current
      ? html`<a class="pill on-${id ?? 'all'}" href="${path}" aria-current="true">${inside}</a>`
      : html`<a class="pill on-${id ?? 'all'}" href="${path}">${inside}</a>`;
  };
  return html`<nav class="pills" aria-label="Platform">${pill(null, 'All')}${platforms.map(({ id, name }) => pill(id, name))}</nav>`;
}

function emptyState(platform: string | null): Html {
  return html`<div class="empty">
<img src="/sandbox/icon.svg" width="72" height="72" alt="">
<h2>Nothing ${platform === null ? 'here' : `on ${platform}`} yet</h2>
<p>Posts appear on this page the moment a pretend platform makes them public.</p>
<ol>
<li>Connect a sandbox account in the dashboard, or ask for one:<br><code>POST /sandbox/api/accounts {"platform":"bluesky"}</code></li>
<li>Publish to it with <code>publish_now</code>, or schedule a post for in a minute.</li>
<li>Need a picture or a clip? Take one of the <a href="/sandbox/media">samples</a>.</li>
</ol>
</div>`;
}
