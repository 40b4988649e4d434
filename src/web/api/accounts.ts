import { addSandboxAccounts } from '../../accounts/add-sandbox-accounts.ts';
import { beginConnect } from '../../accounts/begin-connect.ts';
import { changeDefaults } from '../../accounts/change-defaults.ts';
import { connectWithPassword } from '../../accounts/connect-with-password.ts';
import { describeAccount, describeAccounts } from '../../accounts/describe-accounts.ts';
import { describePlatforms } from '../../accounts/describe-platforms.ts';
import { pauseAccount } from '../../accounts/pause-account.ts';
import { readChoices } from '../../accounts/read-choices.ts';
import { removeAccount } from '../../accounts/remove-account.ts';
import { resumeAccount } from '../../accounts/resume-account.ts';
import { testAccount } from '../../accounts/test-account.ts';
import type { accountsApi } from '../../contract/api/accounts.ts';
import { PostboteError } from '../../errors.ts';
import { publicBase } from '../auth/own-origin.ts';
import { callbackUrl } from '../connect-pages.ts';
import { callerOf, type HandlersOf, type Member } from './route.ts';

const changed = ({ app, workspaceId }: Member) => app.changes.tell({ workspaceId, kind: 'accounts' });

export const accountHandlers = (sandboxUrl: () => string | null): HandlersOf<typeof accountsApi> => ({
  async listPlatforms({ app, req }, { mode }) {
    const base = publicBase(req, app.config);
    return { platforms: await describePlatforms(app, mode, (platform) => callbackUrl(base, platform)) };
  },
  async listAccounts(at, input) {
    return { accounts: await describeAccounts(at.app, callerOf(at, input)) };
  },
  async readChoices(at, input) {
    const { accountId, language, within } = input;
    const asked = { ...(language && { language }), ...(within !== undefined && { within }) };
    return { choices: await readChoices(at.app, callerOf(at, input), accountId, asked) };
  },
  async changeAccount(at, input) {
    const caller = callerOf(at, input);
    const { accountId, settings, paused } = input;
    if (settings !== undefined) await changeDefaults(at.app, caller, accountId, settings);
    if (paused === true) await pauseAccount(at.app, caller, accountId);
    if (paused === false) await resumeAccount(at.app, caller, accountId);
    changed(at);
    return describeAccount(at.app, caller, accountId);
  },
  async removeAccount(at, input) {
    await removeAccount(at.app, callerOf(at, input), input.accountId);
    changed(at);
    return {};
  },
  async beginConnect(at, { platform, mode, typed }) {
    const redirectUri = callbackUrl(publicBase(at.req, at.app.config), platform);
    const owner = { workspaceId: at.workspaceId, mode };
    const begunBy = at.session.user.id;
    return beginConnect(at.app, owner, {
      platform,
      redirectUri,
      begunBy,
      ...(typed !== undefined && { typed }),
    });
  },
  async connectWithPassword(at, { platform, mode, fields }) {
    const names = await connectWithPassword(at.app, { workspaceId: at.workspaceId, mode }, platform, fields);
    changed(at);
    return { names };
  },
  async addSandboxAccounts(at, { mode }) {
    const url = sandboxUrl();
    if (url === null || mode !== 'test') throw new PostboteError('not_found');
    const added = await addSandboxAccounts(at.app, url, at.workspaceId, 'too');
    changed(at);
    return { added };
  },
  testAccount: (at, input) => testAccount(at.app, callerOf(at, input), input.accountId),
});
