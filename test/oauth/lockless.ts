import type { KyselyPlugin, RootOperationNode } from 'kysely';
import type { Db } from '../../src/store/db.ts';

/** The defect that the race must catch: whoever wants to renew a login takes the account, held or not. */
export const withoutLock = (db: Db): Db => ({ ...db, query: db.query.withPlugin(takesWhatIsHeld) });

const takesWhatIsHeld: KyselyPlugin = {
  transformQuery: ({ node }) => withoutCondition(node),
  transformResult: async ({ result }) => result,
};

function withoutCondition(node: RootOperationNode): RootOperationNode {
  if (node.kind !== 'UpdateQueryNode' || !JSON.stringify(node.where ?? {}).includes('"busy_until"'))
    return node;
  const both = node.where?.where;
  if (!node.where || both?.kind !== 'AndNode') return node;
  // `id = ?` stands on the left, `busy_until <= ?` on the right.
  return { ...node, where: { ...node.where, where: (both as unknown as { left: typeof both }).left } };
}
