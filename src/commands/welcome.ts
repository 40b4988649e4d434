import type { Running } from '../serve.ts';

/** What the terminal shows once the service listens. A key appears only on the start that made it. */
export function welcome({ url, first, sandboxUrl }: Running): string {
  const lines = ['', 'Postbote is running.', ''];
  const row = (name: string, value: string) => lines.push(`  ${name.padEnd(11)}${value}`);
  row('Dashboard', url);
  row('MCP', `${url}/mcp`);
  if (sandboxUrl) row('Sandbox', sandboxUrl);
  if (first) {
    const personal = `${url}/mcp/${first.key}`;
    const entry = { mcpServers: { postbote: { type: 'http', url: personal } } };
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'publish_now',
        arguments: { content: 'Hello from Postbote!', platforms: ['bluesky', 'twitter'] },
      },
    };
    lines.push('', 'Set up (this link is yours alone):', `  ${url}/setup/${first.setupToken}`);
    lines.push(
      '',
      'Your personal MCP address. It holds your test key, is a password, and is shown this once:',
    );
    lines.push(`  ${personal}`);
    lines.push('', 'For a client with an mcpServers configuration:', `  ${JSON.stringify(entry)}`);
    if (sandboxUrl) {
      lines.push('', 'Publish to the sandbox now:');
      lines.push(`  curl -s ${personal} -H 'content-type: application/json' -d '${JSON.stringify(call)}'`);
    } else {
      lines.push(
        '',
        'The sandbox is off, so that key has no accounts. For real ones, connect them, and make a key:',
      );
      lines.push('  npm run postbote -- key create --mode live --name "My agent"');
    }
  }
  lines.push('', '');
  return lines.join('\n');
}
