import { api } from '../../contract/api/index.ts';
import { accountHandlers } from './accounts.ts';
import { appHandlers } from './apps.ts';
import { fileHandlers } from './files.ts';
import { insightHandlers } from './insights.ts';
import { keyHandlers } from './keys.ts';
import { memberHandlers, type SignIn } from './members.ts';
import { postHandlers } from './posts.ts';
import type { HandlersOf } from './route.ts';
import type { Route } from './router.ts';
import { workspaceHandlers } from './workspace.ts';

/** Every address of the dashboard's API with what answers it; a missing one does not compile. */
export function apiRoutes(parts: { signIn: SignIn; sandboxUrl: () => string | null }): Route[] {
  const handlers: HandlersOf<typeof api> = {
    ...memberHandlers(parts.signIn),
    ...workspaceHandlers,
    ...postHandlers,
    ...accountHandlers(parts.sandboxUrl),
    ...appHandlers,
    ...keyHandlers,
    ...insightHandlers,
    ...fileHandlers,
  };
  return Object.entries(handlers).map(([name, handler]) => ({
    endpoint: api[name as keyof typeof handlers],
    handler,
  }));
}
