import { listAccounts } from '../../accounts/list-accounts.ts';
import { accountsOutput, noInput } from '../../contract/tools.ts';
import { reading, type Tool } from './tool.ts';

export const listSocialAccounts: Tool = {
  name: 'list_social_accounts',
  title: 'List social accounts',
  description:
    'Lists all connected social accounts with id, platform and user name. Call it first: its ids are the account_ids of create_post and publish_now, and its platforms are the ones that can be targeted. Takes no arguments.',
  inputSchema: noInput,
  outputSchema: accountsOutput,
  annotations: reading,
  listName: 'accounts',
  run: listAccounts,
};
