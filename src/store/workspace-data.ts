import type { Query } from './db.ts';

/** What belongs to a workspace, table by table, without secrets. */
export async function exportRows(query: Query, workspaceId: string): Promise<Record<string, unknown[]>> {
  const posts = query.selectFrom('posts').select('id').where('workspace_id', '=', workspaceId);
  const deliveries = query.selectFrom('deliveries').select('id').where('workspace_id', '=', workspaceId);
  return {
    workspace: await query.selectFrom('workspaces').selectAll().where('id', '=', workspaceId).execute(),
    members: await query
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select(['users.name', 'users.email', 'members.role', 'members.created_at'])
      .where('members.workspace_id', '=', workspaceId)
      .execute(),
    api_keys: await query
      .selectFrom('api_keys')
      .select(['id', 'mode', 'name', 'prefix', 'created_at', 'last_used_at', 'calls', 'revoked_at'])
      .where('workspace_id', '=', workspaceId)
      .execute(),
    accounts: await query
      .selectFrom('accounts')
      .select([
        'id',
        'mode',
        'platform',
        'external_id',
        'name',
        'username',
        'state',
        'settings',
        'created_at',
      ])
      .where('workspace_id', '=', workspaceId)
      .execute(),
    posts: await query.selectFrom('posts').selectAll().where('workspace_id', '=', workspaceId).execute(),
    media: await query.selectFrom('media').selectAll().where('post_id', 'in', posts).execute(),
    files: await query
      .selectFrom('files')
      .select([
        'id',
        'name',
        'kind',
        'type',
        'bytes',
        'width',
        'height',
        'duration_ms',
        'sha256',
        'created_at',
      ])
      .where('workspace_id', '=', workspaceId)
      .where('state', '=', 'ready')
      .where('derived', 'is', null)
      .execute(),
    deliveries: await query
      .selectFrom('deliveries')
      .select([
        'id',
        'post_id',
        'account_id',
        'platform',
        'text',
        'settings',
        'state',
        'due_at',
        'published_at',
        'public_id',
        'url',
        'error_code',
        'error_raw',
      ])
      .where('workspace_id', '=', workspaceId)
      .execute(),
    attempts: await query
      .selectFrom('attempts')
      .select(['delivery_id', 'number', 'started_at', 'ended_at', 'outcome', 'error_code', 'error_raw'])
      .where('delivery_id', 'in', deliveries)
      .execute(),
    snapshots: await query
      .selectFrom('snapshots')
      .selectAll()
      .where('delivery_id', 'in', deliveries)
      .execute(),
  };
}

/**
 * Inside a transaction, and first: whoever publishes takes accounts in the order of their ids and each ahead of its
 * delivery, too, so that nobody waits in a circle. The logins as they are now, for whoever ends them once the rows are gone.
 */
export async function takeLogins(query: Query, workspaceId: string) {
  const accounts = await query
    .selectFrom('accounts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute();
  const logins = [];
  for (const { id } of accounts) {
    const row = await query
      .updateTable('accounts')
      .set({ refresh_at: null })
      .where('id', '=', id)
      .returning(['id', 'platform', 'mode', 'external_id', 'credentials', 'state'])
      .executeTakeFirst();
    if (row && row.state !== 'removed') logins.push(row);
  }
  return logins;
}

/** Inside a transaction. False: something is being published at this moment, and the transaction must not be kept. */
export async function deleteRows(query: Query, workspaceId: string): Promise<boolean> {
  // Takes every waiting row from whoever may hold it in memory.
  await query
    .updateTable('deliveries')
    .set((row) => ({ state: 'canceled', wake_at: null, lease: row('lease', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'pending')
    .execute();
  const busy = await query
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'publishing')
    .executeTakeFirst();
  if (busy) return false;
  const deliveries = query.selectFrom('deliveries').select('id').where('workspace_id', '=', workspaceId);
  const posts = query.selectFrom('posts').select('id').where('workspace_id', '=', workspaceId);
  const keys = query.selectFrom('api_keys').select('id').where('workspace_id', '=', workspaceId);
  for (const table of ['snapshots', 'attempts', 'steps'] as const) {
    await query.deleteFrom(table).where('delivery_id', 'in', deliveries).execute();
  }
  await query.deleteFrom('deliveries').where('workspace_id', '=', workspaceId).execute();
  await query.deleteFrom('media').where('post_id', 'in', posts).execute();
  await query.deleteFrom('file_uses').where('post_id', 'in', posts).execute();
  // The next clean-up removes their bytes.
  await query
    .updateTable('files')
    .set({ state: 'removed', touched_at: 0 })
    .where('workspace_id', '=', workspaceId)
    .execute();
  await query.deleteFrom('posts').where('workspace_id', '=', workspaceId).execute();
  await query.deleteFrom('idempotency_keys').where('api_key_id', 'in', keys).execute();
  for (const table of ['api_keys', 'accounts', 'connects', 'invitations', 'members'] as const) {
    await query.deleteFrom(table).where('workspace_id', '=', workspaceId).execute();
  }
  await query.deleteFrom('workspaces').where('id', '=', workspaceId).execute();
  return true;
}
