import { pausePublishing } from '../../accounts/pause-publishing.ts';
import { resumePublishing } from '../../accounts/resume-publishing.ts';
import type { peopleApi } from '../../contract/api/people.ts';
import { changeWorkspace } from '../../workspaces/change-workspace.ts';
import { deleteWorkspace } from '../../workspaces/delete-workspace.ts';
import { describeWorkspace } from '../../workspaces/describe-workspace.ts';
import { exportWorkspace } from '../../workspaces/export-workspace.ts';
import { publicBase } from '../auth/own-origin.ts';
import type { HandlersOf } from './route.ts';

type Name = 'me' | 'changeWorkspace' | 'pausePublishing' | 'exportWorkspace' | 'deleteWorkspace';

export const workspaceHandlers: Pick<HandlersOf<typeof peopleApi>, Name> = {
  async me({ app, req, session }) {
    const { user, memberships, operator } = session;
    const workspaces = await Promise.all(memberships.map((member) => describeWorkspace(app, member)));
    return {
      user: { id: user.id, name: user.name, email: user.email, twoFactor: user.twoFactor },
      workspaces,
      operator,
      sandbox: app.config.sandbox,
      baseUrl: publicBase(req, app.config),
    };
  },
  async changeWorkspace(at, { workspaceId: _, ...changes }) {
    await changeWorkspace(at.app, at.workspaceId, changes);
    return describeWorkspace(at.app, at);
  },
  async pausePublishing(at, { paused }) {
    await (paused ? pausePublishing : resumePublishing)(at.app, at);
    at.app.changes.tell({ workspaceId: at.workspaceId, kind: 'workspace' });
    return {};
  },
  exportWorkspace: ({ app, workspaceId }) => exportWorkspace(app, workspaceId),
  async deleteWorkspace({ app, workspaceId }, { confirm }) {
    await deleteWorkspace(app, workspaceId, confirm);
    return {};
  },
};
