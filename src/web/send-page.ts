import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** The one stylesheet of the server's own pages, inline and allowed by its hash: no script, nothing foreign. */
const style = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--paper:#fbfaf7;--card:#fff;--line:#e3e0d8;--mark:#b4401f}
@media (prefers-color-scheme:dark){:root{--ink:#e8e6e1;--soft:#a2a9b4;--paper:#15181d;--card:#1d2127;--line:#2f353e;--mark:#ff8a5c}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:clamp(2rem,8vh,5rem) 1.25rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 .25rem;letter-spacing:-.01em}
h2{font-size:1.05rem;margin:2.25rem 0 .5rem}
p{margin:.5rem 0;color:var(--soft)}
a{color:var(--mark);text-underline-offset:.2em}
a:focus-visible,pre:focus-visible{outline:2px solid var(--mark);outline-offset:3px}
code,pre{font:.9rem/1.55 ui-monospace,SFMono-Regular,Menlo,monospace}
pre{margin:.5rem 0;padding:.9rem 1rem;overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
label{color:var(--ink)}
button{font:inherit;font-weight:600;padding:.55rem 1.2rem;border:0;border-radius:.5rem;background:#345ba4;color:#fff;cursor:pointer}
button:focus-visible{outline:2px solid var(--mark);outline-offset:3px}
.runs{display:inline-block;margin:0 0 1rem;color:var(--mark);font-weight:600}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** Text for a page, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A whole document around the given body. */
export function page(title: string, body: string, language = 'en'): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

export function sendPage(res: ServerResponse, status: number, html: string): void {
  res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(html) });
  // Node leaves the body out by itself when the request was a HEAD.
  res.end(html);
}
