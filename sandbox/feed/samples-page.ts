import type { Answer } from '../platform.ts';
import { listSamples } from '../samples.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import { localPath, renderPage } from './layout.ts';
import { readableSize } from './post-media.ts';

const notes: Readonly<Record<string, string>> = {
  'square.jpg': '1:1, fits everywhere',
  'portrait.jpg': '4:5, as tall as an Instagram picture may be',
  'landscape.jpg': '1.91:1, as wide as one may be',
  'letter.png': 'PNG: Instagram takes none, so Postbote sends it as JPEG',
  'letter.webp': 'WebP: LinkedIn and others take none, so Postbote sends it as JPEG',
  'clip.mp4': 'H.264 and AAC, 4 seconds, upright',
  'cover.jpg': '9:16, a cover for the clip',
};

export function samplesPage(world: World): Answer {
  const body = html`<div class="wide">
<h1>Samples</h1>
<p>Files to publish with: copy an address into <code>media_urls</code> or <code>cover_url</code>. For a link card write the address of <a href="/sandbox/media/page.html">a page to link to</a> into the text of a post without media.</p>
<ul class="samples">${listSamples(world.home()).map(({ name, url, type, size }) => {
    const path = localPath(world, url);
    const view =
      type === 'video/mp4'
        ? html`<video src="${path}" controls preload="metadata"></video>`
        : html`<a href="${path}"><img src="${path}" alt="" loading="lazy"></a>`;
    return html`<li class="panel">${view}<h2>${name}</h2><p>${notes[name] ?? type} · ${readableSize(size)}</p><code>${url}</code></li>`;
  })}</ul>
</div>`;
  return renderPage({ title: 'Samples · Postbote Sandbox', body, current: 'samples' });
}
