/** The control API of the sandbox: what is public, what was asked, and faults on demand. */
export interface SeenPost {
  readonly platform: string;
  readonly account: string;
  readonly id: string;
  readonly url: string;
  readonly text: string;
  readonly type: string;
  readonly media: readonly { type: string; size: number; alt: string; url?: string }[];
  readonly cover: boolean;
  readonly board?: string;
  readonly section?: string;
}

export interface SeenRequest {
  readonly seq: number;
  readonly platform: string;
  readonly operation: string;
  readonly status: number | null;
}

export interface FaultWish {
  readonly platform: string;
  readonly account?: string;
  readonly fault: string;
  readonly on?: string;
  readonly times?: number;
  readonly skip?: number;
  readonly retry_after?: number;
  readonly seconds?: number;
}

export interface SandboxControl {
  posts(platform?: string, account?: string): Promise<SeenPost[]>;
  fault(wish: FaultWish): Promise<void>;
  faults(): Promise<unknown[]>;
  requests(since?: number): Promise<SeenRequest[]>;
  /** The address of one of the sample files. */
  sample(name: string): string;
}

export function controlSandbox(node: { sandboxUrl: string | null }): SandboxControl {
  const api = `${node.sandboxUrl}/api`;
  const get = async <T>(path: string, query: Record<string, string | undefined>): Promise<T> => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await fetch(`${api}/${path}?${new URLSearchParams(given)}`);
    return (await response.json()) as T;
  };
  return {
    async posts(platform, account) {
      return (await get<{ posts: SeenPost[] }>('posts', { platform, account, limit: '1000' })).posts;
    },
    async fault(wish) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${api}/faults`, { method: 'POST', headers, body: JSON.stringify(wish) });
      if (response.status !== 201) throw new Error(await response.text());
    },
    faults: async () => (await get<{ faults: unknown[] }>('faults', {})).faults,
    requests: async (since = 0) =>
      (await get<{ requests: SeenRequest[] }>('requests', { since: String(since) })).requests,
    sample: (name) => `${node.sandboxUrl}/media/${name}`,
  };
}
