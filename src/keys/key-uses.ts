import type { KeyUses } from '../context.ts';
import { addUses } from '../store/api-keys.ts';
import type { Db } from '../store/db.ts';

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
