import { hash, timingSafeEqual } from 'node:crypto';
import type { App } from '../context.ts';
import { readSetupToken } from '../keys/setup-token.ts';
import { page } from './send-page.ts';

/** What the link from the terminal opens; null for any other token. */
export async function setupPage(app: Pick<App, 'db'>, token: string): Promise<string | null> {
  const stored = await readSetupToken(app);
  const given = hash('sha256', token, 'hex');
  if (stored === null || !timingSafeEqual(Buffer.from(stored), Buffer.from(given))) return null;
  return page(
    'Set up Postbote',
    `<p class="runs">This link belongs to you.</p>
<h1>Welcome to Postbote</h1>
<p>The service runs, and its workspace has one account on every sandbox platform. What was printed in the terminal
beside this link is your test key; it is shown nowhere else.</p>
<h2>Try it</h2>
<p>Paste the <code>mcpServers</code> entry from the terminal into your AI client and ask it to publish a post, or run the
<code>curl</code> line. Then <a href="/sandbox">look at the sandbox</a>: the post is there.</p>
<h2>More keys</h2>
<pre tabindex="0"><code>npm run postbote -- key create --mode test --name "My agent"
npm run postbote -- key list
npm run postbote -- key revoke ID</code></pre>
<p>They work while the server runs.</p>`,
  );
}
