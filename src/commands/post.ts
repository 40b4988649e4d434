import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { settleUnconfirmed } from '../posts/settle-unconfirmed.ts';
import { firstWorkspace } from '../store/workspaces.ts';
import { noWorkspace } from './no-workspace.ts';

const decisions = { there: 'it_is_there', again: 'post_it_again' } as const;

/** `post there|again POST_ID ACCOUNT_ID`: the owner's word on a post of which nobody knows whether it is out. */
export async function postCommand(
  app: App,
  words: readonly string[],
  say: (text: string) => void,
): Promise<number> {
  const [word, postId, accountId] = words;
  const decision = word === 'there' || word === 'again' ? decisions[word] : null;
  const workspace = await firstWorkspace(app.db.query);
  if (!workspace) {
    say(noWorkspace);
    return 1;
  }
  if (decision === null || !postId || !accountId) {
    say('Say: post there POST_ID ACCOUNT_ID, or post again POST_ID ACCOUNT_ID');
    return 2;
  }
  for (const mode of ['test', 'live'] as const) {
    const caller = { keyId: '', workspaceId: workspace.id, mode };
    try {
      await settleUnconfirmed(app, caller, { postId, accountId, decision });
      say(decision === 'it_is_there' ? 'Noted as published.' : 'It is sent again within seconds.');
      return 0;
    } catch (error) {
      if (!(error instanceof PostboteError)) throw error;
      if (error.code === 'not_found') continue;
      say('That post is not unconfirmed on this account.');
      return 1;
    }
  }
  say('There is no such post.');
  return 1;
}
