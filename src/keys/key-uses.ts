import { addUses } from '../store/api-keys.ts';
import type { Db } from '../store/db.ts';

/** Counts calls in memory and writes them now and then: a read call should not cost a commit. */
export interface KeyUses {
  note(keyId: string, at: number): void;
  flush(): Promise<void>;
}

export function createKeyUses(db: Db): KeyUses {
  let uses = new Map<string, { calls: number; at: number }>();
  return {
    note(keyId, at) {
      const seen = uses.get(keyId);
      if (seen) {
        seen.calls += 1;
        seen.at = at;
      } else {
        uses.set(keyId, { calls: 1, at });
      }
    },
    async flush() {
      const due = uses;
      uses = new Map();
      for (const [keyId, { calls, at }] of due) await addUses(db.query, keyId, calls, at);
    },
  };
}
