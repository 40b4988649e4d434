import { escapeHtml, page } from './send-page.ts';

/** What a one-time link shows as long as there is no dashboard to use it in. */
export function notBuiltPage(): string {
  return page(
    'Postbote',
    `<p class="runs">The dashboard has not been built yet.</p>
<h1>One step is missing</h1>
<p>Build the dashboard, start Postbote again, and open this link once more. It stays valid.</p>
${build}`,
  );
}

const build = `<pre tabindex="0"><code>npm run prepare</code></pre>`;

/** What somebody sees who opens the server's address in a browser. */
export function startPage(base: string, sandbox: boolean): string {
  const config = JSON.stringify(
    { mcpServers: { postbote: { type: 'http', url: `${base}/mcp/YOUR_API_KEY` } } },
    null,
    2,
  );
  const sandboxSection = sandbox
    ? `<h2>Sandbox</h2>
<p>Pretend platforms run beside this server. What a test key publishes appears there: <a href="/sandbox">open the sandbox</a>.</p>`
    : '';
  return page(
    'Postbote',
    `<p class="runs">Postbote is running.</p>
<h1>Postbote</h1>
<p>An MCP server that drafts, schedules and publishes social-media posts.</p>
<h2>Make a key</h2>
<pre tabindex="0"><code>npm run postbote -- key create --mode test --name "My agent"</code></pre>
<p>The key is shown once. A test key uses only sandbox accounts, a live key only real ones.</p>
<h2>Connect a client</h2>
<p>The MCP address is <code>${escapeHtml(base)}/mcp</code> with the header <code>Authorization: Bearer YOUR_API_KEY</code>, or with the key in the path:</p>
<pre tabindex="0"><code>${escapeHtml(config)}</code></pre>
<p>An address that contains a key is a password: treat it like one.</p>
${sandboxSection}
<h2>Dashboard</h2>
<p>It has not been built yet. Build it and start Postbote again:</p>
${build}`,
  );
}
