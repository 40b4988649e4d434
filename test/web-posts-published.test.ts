import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { PostView } from '../src/contract/api/posts.ts';
import { onBothDatabases } from './databases.ts';
import { addPublishingAccount } from './fill-app.ts';
import { openPostDesk, type PostDesk } from './post-desk.ts';
import { controlSandbox } from './sandbox-control.ts';

onBothDatabases('posts that go out from the dashboard', (kind) => {
  let desk: PostDesk;
  before(async () => {
    desk = await openPostDesk(kind);
  });
  after(() => desk.app.close());

  // keeps: api.publish
  test('go out from the editor: a pin to its board, a Google post, own text for a platform', async () => {
    const { app, people, base, accounts, save, act, soon, publish } = desk;
    const sandbox = controlSandbox(app);
    const [pinterest, google, bluesky] = ['pinterest', 'google_business', 'bluesky'].map((name) =>
      String(accounts.get(name)),
    );
    // So that the board can come from the editor alone.
    const forgot = await people.editor.send('PATCH', `${base}/accounts/${pinterest}`, { settings: {} });
    deepEqual(forgot.data.missing, ['board_id']);
    const choices = await people.viewer.get(`${base}/accounts/${pinterest}/choices`);
    equal(choices.status, 200);
    const [setting = '', offered] = Object.entries(choices.data.choices)[0] as [string, { value: string }[]];
    const picked = { [String(pinterest)]: { [setting]: offered[0]?.value } };
    const text = `Aus dem Editor ${randomUUID()}`;
    const post = await publish({
      text,
      texts: { bluesky: `${text}, kurz` },
      accountIds: [pinterest, google, bluesky],
      media: [{ url: sandbox.sample('square.jpg'), kind: 'image', alt: 'Ein Brot' }],
      settings: picked,
    });
    deepEqual(
      post.deliveries.map((one) => [one.platform, one.state, one.problem]).toSorted(),
      ['bluesky', 'google_business', 'pinterest'].map((name) => [name, 'published', null]),
    );
    equal(post.state, 'published');
    equal(post.deliveries.find((one) => one.platform === 'pinterest')?.settings[setting], offered[0]?.value);
    const out = (await sandbox.posts()).filter((one) => one.text.startsWith(text));
    deepEqual(out.map((one) => [one.platform, one.text]).toSorted(), [
      ['bluesky', `${text}, kurz`],
      ['google_business', text],
      ['pinterest', text],
    ]);
    const begun = await save(post.id, post.revision, {});
    deepEqual([begun.status, begun.data.facts], [409, { reason: 'begun' }]);
    for (const [what, fields] of [
      ['cancel', {}],
      ['reschedule', { revision: post.revision, at: soon().at }],
      ['retry', {}],
      ['settle', { accountId: bluesky, decision: 'post_it_again' }],
    ] as const) {
      equal((await act(post.id, what, fields)).status, 409, what);
    }
    equal((await people.editor.send('DELETE', `${base}/posts/${post.id}`)).status, 409);
    const { attempts } = (await people.viewer.get(`${base}/posts/${post.id}/attempts`)).data;
    equal(Object.keys(attempts).length, 3);
    equal((await sandbox.posts()).filter((one) => one.text.startsWith(text)).length, 3);
  });

  // keeps: api.retry
  test('are sent again only where they failed, and settled only where nobody knows', async () => {
    const { app, people, base, read, act, publish } = desk;
    const sandbox = controlSandbox(app);
    const [good, bad, lost] = await Promise.all(
      (['bluesky', 'instagram', 'twitter'] as const).map((platform) =>
        addPublishingAccount(app, app.workspaceId, platform),
      ),
    );
    if (!good || !bad || !lost) throw new Error('three accounts');
    await sandbox.fault({ platform: 'instagram', account: bad.username, fault: 'rejected_media' });
    await sandbox.fault({ platform: 'twitter', account: lost.username, fault: 'lost_request' });
    const post = await publish({
      text: 'Drei Wege',
      accountIds: [good.id, bad.id, lost.id],
      media: [{ url: sandbox.sample('square.jpg'), kind: 'image' }],
    });
    const states = (view: PostView) =>
      Object.fromEntries(view.deliveries.map((one) => [one.platform, one.state]));
    deepEqual(states(post), { bluesky: 'published', instagram: 'failed', twitter: 'unconfirmed' });
    equal(post.state, 'partially_published');
    const home = (await people.viewer.get(`${base}/home`)).data;
    deepEqual(
      home.chores
        .filter((one: { postId: string }) => one.postId === post.id)
        .map((one: { kind: string }) => one.kind)
        .toSorted(),
      ['failed', 'unconfirmed'],
    );
    equal((await act(post.id, 'retry', { accountIds: [good.id, lost.id] })).status, 409);
    equal((await act(post.id, 'retry')).status, 200);
    await app.ended(post.id);
    deepEqual(states(await read(post.id)), {
      bluesky: 'published',
      instagram: 'published',
      twitter: 'unconfirmed',
    });
    const { counts } = (await people.viewer.get(`${base}/home`)).data;
    equal(
      counts.published30,
      home.counts.published30,
      'a post counts once, however many accounts it went to',
    );
    const it = { accountId: lost.id, decision: 'it_is_there' };
    for (const url of ['javascript:alert(1)', 'x.com/1', 'data:text/html,x']) {
      equal((await act(post.id, 'settle', { ...it, url })).status, 400, url);
    }
    const settled = await act(post.id.toUpperCase(), 'settle', { ...it, url: 'https://x.com/me/status/1' });
    deepEqual([settled.status, settled.data.state], [200, 'published']);
    equal((await act(post.id, 'settle', it)).status, 409);
    for (const { id, username } of [good, bad]) {
      const [platform = ''] = post.deliveries
        .filter((one) => one.accountId === id)
        .map((one) => one.platform);
      equal((await sandbox.posts(platform, username)).length, 1, platform);
    }
    equal((await sandbox.posts('twitter', lost.username)).length, 0);
  });

  // keeps: api.live
  test('tell who watches what a client does with them, until the session is revoked', async () => {
    const { app, people, base } = desk;
    const watcher = people.editor;
    const line = await fetch(`${app.url}${base}/events`, { headers: { cookie: watcher.cookie() } });
    equal(line.status, 200);
    match(String(line.headers.get('content-type')), /^text\/event-stream/);
    let heard = '';
    const ended = (async () => {
      for await (const chunk of line.body ?? []) heard += Buffer.from(chunk).toString();
    })();
    const until = async (told: () => boolean) => {
      for (let looks = 0; looks < 3000 && !told(); looks += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      ok(told(), heard);
    };
    const first = await app.call('publish_now', { content: 'Live', platforms: ['bluesky'] });
    await until(() => heard.includes(String(first.data.id)));
    await app.ended(String(first.data.id));
    const { data } = await watcher.get('/api/auth/sessions');
    const [session] = data.sessions.filter((one: { current: boolean }) => one.current);
    const signedOut = await watcher.post('/api/auth/sessions/revoke', { id: session.id });
    equal(signedOut.status, 200);
    const second = await app.call('publish_now', { content: 'Nicht für dich', platforms: ['bluesky'] });
    await ended;
    ok(!heard.includes(String(second.data.id)));
  });
});
