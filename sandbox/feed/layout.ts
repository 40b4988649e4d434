import type { Answer } from '../platform.ts';
import { platforms } from '../platforms.ts';
import type { World } from '../world.ts';
import { type Fragment, html } from './html.ts';

/** One script of our own, and nothing from elsewhere: a post's text cannot do anything but be read. */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export interface Page {
  readonly title: string;
  readonly body: Fragment;
  readonly status?: number;
  /** Brings in what is new by itself; without scripts, by reloading. */
  readonly isLive?: boolean;
  readonly current?: 'feed' | 'faults' | 'samples';
}

export function renderPage(page: Page): Answer {
  const { title, body, status = 200, isLive = false, current } = page;
  const link = (name: Page['current'], path: string, label: string) =>
    name === current
      ? html`<a href="${path}" aria-current="page">${label}</a>`
      : html`<a href="${path}">${label}</a>`;
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/sandbox/style.css">
<link rel="icon" href="/sandbox/icon.svg" type="image/svg+xml">
${isLive ? html`<script src="/sandbox/feed.js" defer></script><noscript><meta http-equiv="refresh" content="10"></noscript>` : null}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="brand" href="/sandbox"><img src="/sandbox/icon.svg" width="34" height="34" alt=""><span>Postbote <b>Sandbox</b></span></a>
<nav aria-label="Sections">${link('feed', '/sandbox', 'Feed')}${link('samples', '/sandbox/media', 'Samples')}${link('faults', '/sandbox/faults', 'Faults')}</nav>
</header>
<main id="main">${body}</main>
<footer>Pretend platforms. Nothing here ever leaves this machine.</footer>
</body>
</html>
`;
  return { status, headers: pageHeaders, body: document.markup };
}

/** Pages are reached by more than one name (a proxy, localhost): links within them carry no host. */
export function localPath(world: World, url: string): string {
  return url.startsWith(world.home()) ? `/sandbox${url.slice(world.home().length)}` : url;
}

/** One colour variable per platform, so that the stylesheet stays free of names. */
export function platformColours(): string {
  return platforms.map(({ id, colour }) => `.on-${id} { --platform: ${colour}; }`).join('\n');
}

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" fill="#ffcc1d"/><rect x="12" y="19" width="40" height="27" rx="4" fill="#fff"/><path d="M14 22.500 32 36 50 22.500" fill="none" stroke="#17404a" stroke-width="3.500" stroke-linecap="round" stroke-linejoin="round"/><circle cx="32" cy="36" r="4" fill="#de6262"/></svg>`;
