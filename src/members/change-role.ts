import type { App, Member } from '../context.ts';
import { type Role, roles } from '../contract/roles.ts';
import { PostboteError } from '../errors.ts';
import { writeRole } from '../store/members.ts';
import { withOwner } from './with-owner.ts';

export async function changeRole(
  app: Pick<App, 'db'>,
  by: Member,
  input: { userId: string; role: Role },
): Promise<void> {
  if (!roles.includes(input.role)) throw new PostboteError('invalid_request');
  await withOwner(app, by, input.userId, async (query, own) => {
    if (own !== 'owner') throw new PostboteError('forbidden');
    await writeRole(query, by.workspaceId, input.userId, input.role);
  });
}
