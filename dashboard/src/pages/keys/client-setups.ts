/** How to begin with a client, as its own documentation wants it. */
export interface ClientSetup {
  readonly name: string;
  readonly how: 'connector' | 'json' | 'command' | { readonly file: string };
  readonly text: string;
}

const show = (value: unknown) => JSON.stringify(value, null, 2);

/** `base` is the public address of Postbote, `key` a key or what stands in its place. */
export function clientSetups(base: string, key: string): ClientSetup[] {
  const url = `${base}/mcp`;
  const personal = `${url}/${key}`;
  const headers = { Authorization: `Bearer ${key}` };
  return [
    { name: 'Claude (claude.ai, Desktop)', how: 'connector', text: personal },
    { name: 'ChatGPT', how: 'connector', text: personal },
    {
      name: 'mcpServers (JSON)',
      how: 'json',
      text: show({ mcpServers: { postbote: { type: 'http', url: personal } } }),
    },
    {
      name: 'Claude Code',
      how: 'command',
      text: `claude mcp add --transport http postbote ${url} --header "Authorization: Bearer ${key}"`,
    },
    {
      name: 'Cursor',
      how: { file: '~/.cursor/mcp.json' },
      text: show({ mcpServers: { postbote: { url, headers } } }),
    },
    {
      name: 'VS Code',
      how: { file: '.vscode/mcp.json' },
      text: show({ servers: { postbote: { type: 'http', url, headers } } }),
    },
    {
      name: 'Gemini CLI',
      how: { file: '~/.gemini/settings.json' },
      text: show({ mcpServers: { postbote: { httpUrl: url, headers } } }),
    },
    {
      name: 'Codex CLI',
      how: { file: '~/.codex/config.toml' },
      text: `[mcp_servers.postbote]\nurl = "${personal}"`,
    },
    {
      name: 'mcp-remote (stdio)',
      how: 'json',
      text: show({
        mcpServers: {
          postbote: { command: 'npx', args: ['mcp-remote', url, '--header', `Authorization: Bearer ${key}`] },
        },
      }),
    },
    {
      name: 'curl',
      how: 'command',
      text: `curl -s ${url} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
    },
  ];
}
