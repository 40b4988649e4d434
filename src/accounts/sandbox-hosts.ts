/** Base addresses by platform and host name, as the sandbox tells them. */
export type SandboxHosts = Readonly<Record<string, Record<string, string>>>;

/** A sandbox in another process tells where its platforms are. */
export async function askHosts(sandboxUrl: string): Promise<SandboxHosts> {
  const response = await fetch(`${sandboxUrl}/api/hosts`);
  if (!response.ok) throw new Error(`No sandbox at ${sandboxUrl}: HTTP ${response.status}`);
  return (await response.json()) as SandboxHosts;
}
