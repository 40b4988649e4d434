type Payload = Record<string, unknown> & { grantId?: string; uid?: string; consumed?: number };

/** Where the authorization server keeps what it knows. Its own memory forgets the oldest past a thousand entries. */
export function memoryAdapter(): (model: string) => object {
  const kept = new Map<string, Payload>();
  return (model) => {
    const name = (id: string) => `${model}:${id}`;
    return {
      upsert: async (id: string, payload: Payload) => void kept.set(name(id), payload),
      find: async (id: string) => kept.get(name(id)),
      findByUid: async (uid: string) =>
        kept.entries().find(([key, { uid: own }]) => key.startsWith(`${model}:`) && own === uid)?.[1],
      findByUserCode: async () => undefined,
      destroy: async (id: string) => void kept.delete(name(id)),
      consume: async (id: string) => {
        const payload = kept.get(name(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      revokeByGrantId: async (grantId: string) => {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
