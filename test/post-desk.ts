import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { PostView } from '../src/contract/api/posts.ts';
import type { Browser, Reply } from './browser.ts';
import { bringPeople, type People } from './dashboard-people.ts';
import type { DatabaseKind } from './databases.ts';
import { startApp, type TestApp } from './start-app.ts';
import { fastClock } from './start-node.ts';

/** The service with people who write posts at the dashboard. */
export interface PostDesk {
  readonly app: TestApp;
  readonly people: People;
  /** Where the sandbox's half of the workspace answers. */
  readonly base: string;
  /** The accounts' ids by platform. */
  readonly accounts: ReadonlyMap<string, string>;
  save(id: string, revision: number | null, more: object, plan?: object, who?: Browser): Promise<Reply>;
  act(id: string, what: string, fields?: object): Promise<Reply>;
  read(id: string): Promise<PostView>;
  /** A plan ten days ahead. */
  soon(): { kind: string; at: number };
  publish(more: object): Promise<PostView>;
}

export const draft = { kind: 'draft' };
export const composition = (more: object = {}) => ({
  text: 'Frisches Brot',
  accountIds: [],
  media: [],
  ...more,
});

export async function openPostDesk(kind: DatabaseKind): Promise<PostDesk> {
  const app = await startApp({ kind, env: fastClock(40) });
  const people = await bringPeople(app);
  const base = `/api/w/${app.workspaceId}/test`;
  const { data } = await people.viewer.get(`${base}/accounts`);
  const accounts = new Map<string, string>(
    data.accounts.map((one: { platform: string; id: string }) => [one.platform, one.id]),
  );
  const save: PostDesk['save'] = (id, revision, more, plan = draft, who = people.owner) =>
    who.send('PUT', `${base}/posts/${id}`, { revision, composition: composition(more), plan });
  const read = async (id: string) => (await people.viewer.get(`${base}/posts/${id}`)).data as PostView;
  return {
    app,
    people,
    base,
    accounts,
    save,
    read,
    act: (id, what, fields = {}) => people.editor.post(`${base}/posts/${id}/${what}`, fields),
    soon: () => ({ kind: 'at', at: app.app.clock.now() + 10 * 86_400_000 }),
    async publish(more) {
      const id = randomUUID();
      const { status, data: said } = await save(id, null, more, { kind: 'now' });
      equal(status, 200, JSON.stringify(said));
      await app.ended(id);
      return read(id);
    },
  };
}
