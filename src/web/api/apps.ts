import { describeApps } from '../../accounts/describe-apps.ts';
import { enterPlatformApp, forgetPlatformApp } from '../../accounts/platform-app.ts';
import type { appsApi } from '../../contract/api/accounts.ts';
import { PostboteError } from '../../errors.ts';
import { publicBase } from '../auth/own-origin.ts';
import { callbackUrl } from '../connect-pages.ts';
import type { HandlersOf, Inside } from './route.ts';

const listed = (at: Inside) =>
  describeApps(at.app, (platform) => callbackUrl(publicBase(at.req, at.app.config), platform));

/** Secrets come in here and never go out. */
export const appHandlers: HandlersOf<typeof appsApi> = {
  async listApps(at) {
    return { apps: await listed(at) };
  },
  async enterApp(at, { platform, clientId, clientSecret }) {
    await enterPlatformApp(at.app, { platform, mode: 'live', id: clientId, secret: clientSecret });
    const entered = (await listed(at)).find((one) => one.platform === platform);
    if (!entered) throw new PostboteError('not_found');
    return entered;
  },
  async removeApp(at, { platform }) {
    if (!(await forgetPlatformApp(at.app, platform))) throw new PostboteError('not_found');
    return {};
  },
};
