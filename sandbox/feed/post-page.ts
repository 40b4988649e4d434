import { describePost } from '../describe-post.ts';
import type { Answer } from '../platform.ts';
import { findPlatform } from '../platforms.ts';
import type { Post } from '../store.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import { renderPage } from './layout.ts';
import { postCard } from './post-card.ts';
import { readableSize } from './post-media.ts';

/** The page a permalink leads to. */
export function postPage(world: World, post: Post): Answer {
  const seen = describePost(world, post);
  const name = findPlatform(post.platform)?.name ?? post.platform;
  const body = html`<div class="narrow">
<p><a href="/sandbox">← All posts</a></p>
<h1 class="unseen">Post by ${seen.display_name} on ${name}</h1>
${postCard(world, post, true)}
<section class="panel"><h2>As the platform knows it</h2>
<dl>
<dt>Id</dt><dd><code>${seen.id}</code></dd>
<dt>Account</dt><dd><code>${seen.external_id}</code></dd>
<dt>Published</dt><dd>${seen.published_at}</dd>
${seen.media.map((item, index) => html`<dt>Media ${index + 1}</dt><dd>${item.type}, ${readableSize(item.size)}${item.alt === '' ? ', no alt text' : `, alt text “${item.alt}”`}</dd>`)}
</dl>
</section>
</div>`;
  return renderPage({ title: `${seen.display_name} on ${name} · Postbote Sandbox`, body });
}
