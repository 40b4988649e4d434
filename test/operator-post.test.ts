import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { postCommand } from '../src/commands/post.ts';
import { startApp, type TestApp } from './start-app.ts';

describe('the owner’s word on an unconfirmed post', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  /** A post whose answer was lost, as the publisher leaves it. */
  const unconfirmed = async () => {
    const { data } = await app.call('create_post', { content: 'Hallo', platforms: ['twitter'] });
    const [account] = data.accounts as { id: string }[];
    await app.app.db.query
      .updateTable('deliveries')
      .set({ state: 'unconfirmed', error_code: 'outcome_unknown' })
      .where('post_id', '=', String(data.id))
      .execute();
    return { post: String(data.id), account: account?.id ?? '' };
  };
  const say = async (...words: string[]) => {
    const said: string[] = [];
    return { code: await postCommand(app.app, words, (text) => said.push(text)), said: said.join('\n') };
  };

  test('"there" ends it as published, once', async () => {
    const { post, account } = await unconfirmed();
    equal((await say('there', post, account)).code, 0);
    equal((await app.ended(post)).status, 'published');
    const again = await say('again', post, account);
    deepEqual([again.code, again.said], [1, 'That post is not unconfirmed on this account.']);
  });

  test('"again" sends it, once', async () => {
    const { post, account } = await unconfirmed();
    equal((await say('again', post, account)).code, 0);
    const { status, variants } = await app.ended(post);
    deepEqual([status, variants[0]?.attempts], ['published', 1]);
  });

  test('anything else is explained', async () => {
    match((await say('maybe', 'x', 'y')).said, /Say: post there/);
    equal((await say('there', '00000000-0000-4000-8000-000000000000', 'y')).said, 'There is no such post.');
  });
});
