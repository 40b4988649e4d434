import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { addFile } from './add-file.ts';
import type { Dashboard } from './start-dashboard.ts';

/** Whoever renders this as markup asks for a picture that is not there and breaks the content policy: both are trouble. */
export const hostile = (where: string) => `${where}"><img src=x onerror=alert(1)><script>alert(2)</script>`;

export interface Filled {
  /** Planned for tomorrow, with a picture. */
  readonly planned: string;
  /** That day on the workspace's calendar: it may belong to another month than today. */
  readonly plannedDay: string;
  readonly draft: string;
  readonly ready: string;
  /** Failed at one account, unconfirmed at another, out at a third. */
  readonly troubled: string;
  readonly invitation: string;
}

/** Everything that people and platforms can write, written with markup in it. */
export async function fillWithMarkup(app: Dashboard): Promise<Filled> {
  const { owner, workspaceId } = app;
  const { query } = app.app.db;
  const inWorkspace = `/api/w/${workspaceId}`;
  const done = async (reply: ReturnType<typeof owner.post>) => {
    const { status, data } = await reply;
    equal(status, 200, JSON.stringify(data));
    return data;
  };
  await done(owner.post('/api/auth/update-user', { name: hostile('person') }));
  const member = await app.join('Berta', 'editor');
  await done(member.post('/api/auth/update-user', { name: hostile('member') }));
  const settings = { name: hostile('workspace'), timeZone: 'Europe/Berlin', language: 'de' };
  await done(owner.send('PATCH', `${inWorkspace}/settings`, settings));
  await done(owner.post(`${inWorkspace}/keys`, { name: hostile('key'), mode: 'test' }));
  const client = { clientId: hostile('client'), clientSecret: 'geheim' };
  await done(owner.send('PUT', '/api/apps/twitter', client));
  const { url } = await done(
    owner.post(`${inWorkspace}/invitations`, { role: 'viewer', note: hostile('note') }),
  );
  // A platform tells the names of its accounts.
  await sql`update accounts set name = ${hostile('account')}, username = ${hostile('username')}`.execute(
    query,
  );
  const { accounts } = await done(owner.get(`${inWorkspace}/test/accounts`));
  const picture = { width: 640, height: 640, channels: 3, background: '#345' } as const;
  const bytes = await sharp({ create: picture }).png().toBuffer();
  const file = await addFile(app.app, workspaceId, `${hostile('file')}.png`, bytes);
  const media = [{ url: file.url, kind: 'image', alt: hostile('alt') }];
  const save = async (text: string, platforms: readonly string[], plan: object) => {
    const id = randomUUID();
    const chosen = accounts.filter((one: { platform: string }) => platforms.includes(one.platform));
    const accountIds = chosen.map((one: { id: string }) => one.id);
    const composition = { text: hostile(text), accountIds, media };
    await done(owner.send('PUT', `${inWorkspace}/test/posts/${id}`, { revision: null, composition, plan }));
    return id;
  };
  const tomorrow = { kind: 'at', at: Date.now() + 86_400_000 };
  const planned = await save('post', ['bluesky'], tomorrow);
  const draft = await save('draft', ['bluesky'], { kind: 'draft' });
  const ready = await save('ready', ['bluesky'], { kind: 'draft' });
  const troubled = await save('trouble', ['bluesky', 'instagram', 'twitter'], tomorrow);
  await spoil(app, troubled);
  const plannedDay = new Intl.DateTimeFormat('sv', { timeZone: settings.timeZone }).format(tomorrow.at);
  return { planned, plannedDay, draft, ready, troubled, invitation: String(url).split('/').at(-1) ?? '' };
}

/** As if it had gone out yesterday: the platforms' own words hold markup too. */
async function spoil(app: Dashboard, postId: string): Promise<void> {
  const { query } = app.app.db;
  const at = Date.now() - 86_400_000;
  const ends = {
    bluesky: { state: 'published', published_at: at, public_id: '1', url: 'https://bsky.app/1' },
    instagram: { state: 'failed', error_code: 'media_rejected', error_raw: hostile('raw') },
    twitter: { state: 'unconfirmed', error_code: 'outcome_unknown', error_raw: hostile('raw') },
  } as const;
  await query.updateTable('posts').set({ scheduled_at: at }).where('id', '=', postId).execute();
  for (const [platform, end] of Object.entries(ends)) {
    const row = await query
      .updateTable('deliveries')
      .set({ ...end, due_at: at, wake_at: null, attempts: 1 })
      .where('post_id', '=', postId)
      .where('platform', '=', platform as keyof typeof ends)
      .returning('id')
      .executeTakeFirstOrThrow();
    await query
      .insertInto('attempts')
      .values({
        id: randomUUID(),
        delivery_id: row.id,
        number: 1,
        worker: 'test',
        started_at: at,
        ended_at: at + 1000,
        outcome: end.state,
        error_code: 'error_code' in end ? end.error_code : null,
        error_raw: 'error_raw' in end ? end.error_raw : null,
      })
      .execute();
    if (end.state !== 'published') continue;
    const numbers = { likes: 9, comments: 2, shares: 1, reach: 0 };
    const taken = [1, 2, 3].map((step) => at + step * 3_600_000);
    await query
      .insertInto('snapshots')
      .values(taken.map((taken_at) => ({ delivery_id: row.id, taken_at, ...numbers })))
      .execute();
  }
}
