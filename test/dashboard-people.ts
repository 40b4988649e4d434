import { equal } from 'node:assert/strict';
import { inviteMember } from '../src/members/invite-member.ts';
import { type Browser, openBrowser } from './browser.ts';
import { addWorkspace } from './fill-app.ts';
import type { TestApp } from './start-app.ts';

/** One of each who may knock: the members of the first workspace by role, and the owner of another one. */
export interface People {
  readonly owner: Browser;
  readonly editor: Browser;
  readonly viewer: Browser;
  readonly stranger: Browser;
  readonly nobody: Browser;
  readonly elsewhere: string;
}

const parole = 'eine lange Parole';

export async function bringPeople(app: TestApp): Promise<People> {
  const open = () => openBrowser(app.url);
  const owner = open();
  const { status } = await owner.post(`/api/setup/${app.first?.setupToken}`, {
    name: 'Anna',
    email: 'anna@example.org',
    password: parole,
    workspaceName: 'Bäckerei',
    timeZone: 'Europe/Berlin',
  });
  equal(status, 200);
  const { workspaceId: elsewhere } = await addWorkspace(app.app);
  const join = async (workspaceId: string, role: 'owner' | 'editor' | 'viewer', name: string) => {
    const { token } = await inviteMember(app.app, null, { workspaceId, role });
    const one = open();
    const email = `${name.toLowerCase()}@example.org`;
    equal((await one.post(`/api/invitations/${token}`, { name, email, password: parole })).status, 200);
    return one;
  };
  return {
    owner,
    editor: await join(app.workspaceId, 'editor', 'Bert'),
    viewer: await join(app.workspaceId, 'viewer', 'Vera'),
    stranger: await join(elsewhere, 'owner', 'Fritz'),
    nobody: open(),
    elsewhere,
  };
}
