/** Base addresses by platform and host name, as the sandbox tells them. */
export type SandboxHosts = Readonly<Record<string, Record<string, string>>>;

/** A sandbox in another process tells where its platforms are. */
export async function askHosts(sandboxUrl: string): Promise<SandboxHosts> {
  const none = (reason: unknown) => {
    const next = 'start the service that has it, or correct POSTBOTE_SANDBOX_URL';
    return new Error(`no sandbox answers at ${sandboxUrl} (${reason}); ${next}`);
  };
  const response = await fetch(`${sandboxUrl}/api/hosts`).catch((error: TypeError) => {
    const cause = error.cause as NodeJS.ErrnoException | undefined;
    throw none(cause?.code ?? cause?.message ?? error.message);
  });
  if (!response.ok) throw none(`HTTP ${response.status}`);
  return (await response.json()) as SandboxHosts;
}
