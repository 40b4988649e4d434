import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { PostRow, PostView } from '../src/contract/api/posts.ts';
import { deliveryStates, postStates } from '../src/contract/tools.ts';
import { postState } from '../src/posts/post-state.ts';
import { addFile } from './add-file.ts';
import type { Reply } from './browser.ts';
import { onBothDatabases } from './databases.ts';
import { composition, draft, openPostDesk, type PostDesk } from './post-desk.ts';
import { controlSandbox } from './sandbox-control.ts';

onBothDatabases('posts at the dashboard', (kind) => {
  let desk: PostDesk;
  before(async () => {
    desk = await openPostDesk(kind);
  });
  after(() => desk.app.close());

  test('are shown in a list by their first picture, the cover of their film, or the film', async () => {
    const { app, people, base, save } = desk;
    const sandbox = controlSandbox(app);
    const jpeg = readFileSync(join(import.meta.dirname, '../sandbox/samples/square.jpg'));
    const own = await addFile(app.app, app.workspaceId, 'square.jpg', jpeg);
    const image = { kind: 'image', url: sandbox.sample('square.jpg') };
    const film = { kind: 'video', url: sandbox.sample('clip.mp4') };
    const coverUrl = sandbox.sample('cover.jpg');
    const cases = [
      { more: { media: [image] }, shown: [image.url, null] },
      { more: { media: [{ kind: 'image', url: own.url }] }, shown: [own.thumbnailUrl, null] },
      { more: { media: [film], coverUrl }, shown: [coverUrl, null] },
      { more: { media: [film] }, shown: [null, film.url] },
      { more: {}, shown: [null, null] },
    ];
    for (const [nth, { more, shown }] of cases.entries()) {
      const text = `Bilderreihe ${nth}`;
      equal((await save(randomUUID(), null, { text, ...more })).status, 200);
      const { data } = await people.viewer.get(`${base}/posts?search=${encodeURIComponent(text)}`);
      const rows = data.posts.map((row: PostRow) => [row.thumbnail, row.film]);
      deepEqual(rows, [shown], text);
    }
  });

  // keeps: api.revisions
  test('are written by one at a time: who was slower is told who was faster', async () => {
    const { app, people, save, read } = desk;
    const id = randomUUID();
    const first = await save(id, null, {});
    equal(first.status, 200);
    deepEqual([first.data.state, first.data.author, first.data.viaApi], ['draft', 'Anna', false]);
    const { revision } = first.data;
    const changed = await save(id, revision, { text: 'Frisches Roggenbrot' }, draft, people.editor);
    deepEqual([changed.status, changed.data.composition.text], [200, 'Frisches Roggenbrot']);
    ok(changed.data.revision > revision);
    for (const stale of [revision, null]) {
      const late = await save(id, stale, { text: 'Kuchen' });
      equal(late.status, 409);
      deepEqual(late.data.facts, { reason: 'changed', revision: changed.data.revision, author: 'Bert' });
    }
    equal((await read(id)).composition.text, 'Frisches Roggenbrot');
    const byKey = await app.call('create_post', { content: 'Vom Agenten', platforms: ['bluesky'] });
    const viaApi = await read(String(byKey.data.id));
    deepEqual([viaApi.author, viaApi.viaApi], ['test', true]);
    const late = await save(String(byKey.data.id), viaApi.revision + 1, {});
    deepEqual([late.status, late.data.facts.author], [409, 'test']);
    equal((await save('no-uuid', null, {})).status, 404);
    const missing = await save(randomUUID(), 1, {});
    deepEqual([missing.status, missing.data.problems[0].code], [404, 'post_not_found']);
    // Somebody else's post under the same id is nobody's business.
    const theirs = `/api/w/${people.elsewhere}/test/posts/${id}`;
    const body = { revision: null, composition: composition(), plan: draft };
    equal((await people.stranger.send('PUT', theirs, body)).status, 404);
    equal((await people.stranger.get(theirs)).status, 404);
  });

  test('may be as unfinished as they like while they are drafts, and hear of everything at once else', async () => {
    const { app, people, base, accounts, save } = desk;
    const id = randomUUID();
    const empty = { text: '', accountIds: [] };
    equal((await save(id, null, empty)).data.state, 'draft');
    const codes = ({ data }: Reply) =>
      (data.problems ?? []).map((one: { code: string }) => one.code).toSorted();
    const refused = await save(id, 1, { ...empty, text: ' \n' }, { kind: 'at', at: 1 });
    equal(refused.status, 422);
    deepEqual(codes(refused), ['content_missing', 'scheduled_at_past', 'targets_missing']);
    const checked = await people.viewer.post(`${base}/check`, {
      composition: composition(empty),
      plan: { kind: 'at', at: 1 },
    });
    deepEqual([checked.status, codes(checked)], [200, codes(refused)]);
    const pinterest = `${base}/accounts/${accounts.get('pinterest')}`;
    const forgot = await people.editor.send('PATCH', pinterest, { settings: {} });
    deepEqual([forgot.status, forgot.data.missing], [200, ['board_id']]);
    equal((await people.editor.send('PATCH', pinterest, { settings: { board_id: 'my board' } })).status, 400);
    const media = [{ url: controlSandbox(app).sample('square.jpg'), kind: 'image' }];
    const pin = { accountIds: [accounts.get('pinterest')], media };
    const boardless = await save(id, 1, pin, { kind: 'now' });
    equal(boardless.status, 422);
    deepEqual(codes(boardless), ['setting_missing']);
    equal(boardless.data.problems[0].platform, 'pinterest');
    const foreign = await save(randomUUID(), null, { accountIds: [randomUUID()] }, { kind: 'now' });
    deepEqual([foreign.status, codes(foreign)], [422, ['targets_missing']]);
  });

  test('are moved, copied, called off and deleted', async () => {
    const { people, base, accounts, save, read, act, soon } = desk;
    const id = randomUUID();
    const targets = { accountIds: [accounts.get('bluesky')] };
    const planned = (await save(id, null, targets, soon())).data as PostView;
    equal(planned.state, 'scheduled');
    const later = planned.scheduledAt ?? 0;
    const slot = (await people.viewer.get(`${base}/next-slot`)).data.at;
    equal(slot, later + 4 * 3_600_000);
    const moved = await act(id, 'reschedule', { revision: planned.revision, at: later + 60_000 });
    deepEqual([moved.status, moved.data.scheduledAt], [200, later + 60_000]);
    equal((await act(id, 'reschedule', { revision: planned.revision, at: later })).status, 409);
    const newId = randomUUID();
    const copy = await act(id, 'duplicate', { newId });
    deepEqual(
      [copy.status, copy.data.state, copy.data.composition.text],
      [200, 'draft', moved.data.composition.text],
    );
    deepEqual(copy.data.composition.accountIds, [accounts.get('bluesky')]);
    equal((await people.editor.send('DELETE', `${base}/posts/${id}`)).status, 409, 'still planned');
    equal((await act(id, 'cancel')).data.state, 'canceled');
    equal((await act(id, 'cancel')).status, 409);
    const again = await save(id, (await read(id)).revision, targets, { kind: 'queue' });
    deepEqual([again.status, again.data.state], [200, 'scheduled']);
    equal((await act(id, 'cancel')).data.state, 'canceled');
    for (const gone of [id, newId]) {
      equal((await people.editor.send('DELETE', `${base}/posts/${gone}`)).status, 200);
      equal((await people.viewer.get(`${base}/posts/${gone}`)).status, 404);
    }
  });

  // keeps: api.post-states
  test('are found by the state they show, for every mixture of deliveries', async () => {
    const { app, people, accounts } = desk;
    const { query } = app.app.db;
    const own = [...accounts.values()];
    const scope = { workspace_id: app.workspaceId, mode: 'live' as const };
    const expected = new Map<string, string[]>(postStates.map((state) => [state, []]));
    const moment = 1_700_000_000_000;
    for (let mixture = 0; mixture < 2 ** deliveryStates.length; mixture += 1) {
      const states = deliveryStates.filter((_, bit) => mixture & (1 << bit));
      for (const scheduled of [null, moment + (mixture >> 2)]) {
        const id = randomUUID();
        await query
          .insertInto('posts')
          .values({
            ...scope,
            id,
            api_key_id: null,
            content: mixture % 2 ? 'Äpfel 100%_\\ Öl' : 'Birnen',
            post_type: 'text',
            cover_url: null,
            scheduled_at: scheduled,
            created_at: moment,
          })
          .execute();
        const rows = states.map((state, index) => ({
          ...scope,
          id: randomUUID(),
          post_id: id,
          account_id: own[index] ?? '',
          platform: 'bluesky' as const,
          text: '',
          custom_caption: 0,
          settings: '{}',
          state,
          due_at: null,
          wake_at: null,
          created_at: moment,
        }));
        if (rows.length > 0) await query.insertInto('deliveries').values(rows).execute();
        expected.get(postState(scheduled, states))?.push(id);
      }
    }
    const live = `/api/w/${app.workspaceId}/live/posts`;
    type Row = { id: string; state: string; text: string };
    const list = async (filter: string) => (await people.viewer.get(`${live}?${filter}`)).data.posts as Row[];
    for (const [state, ids] of expected) {
      ok(ids.length > 0, state);
      const found = await list(`states=${state}&limit=500`);
      deepEqual(found.map((one) => one.id).toSorted(), ids.toSorted(), state);
      deepEqual([...new Set(found.map((one) => one.state))], [state]);
    }
    const all = await list('limit=500');
    equal(all.length, 2 ** deliveryStates.length * 2);
    for (const order of ['newest', 'soonest']) {
      const whole = (await list(`limit=500&order=${order}`)).map((one) => one.id);
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const { data }: Reply = await people.viewer.get(`${live}?limit=23&order=${order}${more}`);
        walked.push(...data.posts.map((one: Row) => one.id));
        cursor = data.cursor;
      }
      deepEqual(walked, whole, order);
    }
    deepEqual(
      all.map((one) => one.id),
      (await list('limit=500&order=soonest')).map((one) => one.id).toReversed(),
    );
    for (const [search, count] of [
      ['äPFEL', 64],
      ['öl', 64],
      ['100%_\\', 64],
      ['1%0', 0],
      ['birnen', 64],
    ] as const) {
      equal((await list(`limit=500&search=${encodeURIComponent(search)}`)).length, count, search);
    }
    equal((await list('limit=500&platforms=twitter')).length, 0);
    equal((await list(`limit=500&accounts=${own[0]}`)).length, 2 * (2 ** deliveryStates.length - 1));
    equal((await list(`limit=500&from=${moment + 1}&to=${moment + 3}`)).length, 8);
    equal((await people.viewer.get(`${live}?cursor=nonsense`)).status, 400);
  });
});
