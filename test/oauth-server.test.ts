import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { finishConnect } from '../src/accounts/finish-connect.ts';
import { refreshLogins } from '../src/accounts/refresh-logins.ts';
import { message } from '../src/contract/messages.ts';
import { PostboteError } from '../src/errors.ts';
import { postponeRefresh } from '../src/store/account-logins.ts';
import { onBothDatabases } from './databases.ts';
import { startWorkers } from './oauth/fleet.ts';
import { signIn } from './oauth/person.ts';
import { redirectUri } from './oauth/server.ts';
import { callbackOf, openStage, type Stage } from './oauth/stage.ts';

/** More of it with `npm run test:proof`. */
const renewals = process.env.PROOF === 'rest' ? 1000 : 200;
const posts = 72;

const refusal = (run: Promise<unknown>) =>
  run.then(
    () => null,
    (error: unknown) => (error instanceof PostboteError ? error : Promise.reject(error)),
  );
const until = async (what: string, holds: () => boolean | Promise<boolean>) => {
  for (let looks = 0; looks < 12_000; looks += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  throw new Error(`never: ${what}`);
};

describe('a real authorization server', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ kind: 'sqlite' });
  });
  after(() => stage?.close());

  for (const platform of ['twitter', 'youtube', 'google_business'] as const) {
    // keeps: oauth.connect
    test(`takes ${platform}: code with PKCE and state, then a rotated refresh token`, async () => {
      const url = new URL(await stage.begin(platform));
      equal(url.searchParams.get('code_challenge_method'), 'S256');
      const id = await stage.connect(platform, 'anna');
      const { login, state } = await stage.account(id);
      equal(state, 'active');
      ok(login.refreshToken);
      const { refreshes, refused } = stage.server.counts;
      await stage.makeDue(id);
      await refreshLogins(stage.app);
      const fresh = await stage.account(id);
      notEqual(fresh.login.accessToken, login.accessToken);
      notEqual(fresh.login.refreshToken, login.refreshToken);
      equal(fresh.state, 'active');
      equal(stage.server.counts.refreshes, refreshes + 1);
      equal(stage.server.counts.refused, refused);
    });
  }

  // keeps: oauth.words
  test('says in words what was wrong with a login', async () => {
    const bert = { name: 'bert', consents: true };
    const denied = await signIn(await stage.begin('twitter'), redirectUri, { name: 'bert', consents: false });
    stage.server.setCodeLife(1);
    const late = await signIn(await stage.begin('twitter'), redirectUri, bert);
    stage.server.setCodeLife(600);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const other = new URL(await stage.begin('youtube'));
    other.searchParams.set('code_challenge', 'x'.repeat(43));
    const wrongVerifier = await signIn(other.href, redirectUri, bert);
    const mine = await signIn(await stage.begin('twitter'), redirectUri, bert);
    const begun = new URL(await stage.begin('twitter')).searchParams.get('state') ?? '';
    const injected = { ...callbackOf(mine), state: begun };
    const madeUp = { ...callbackOf(mine), state: 'made-up' };

    const cases = {
      denied: [callbackOf(denied), 'connect_refused', /access_denied/],
      'expired code': [callbackOf(late), 'connect_refused', /invalid_grant/],
      'wrong verifier': [callbackOf(wrongVerifier), 'connect_refused', /invalid_grant/],
      'a code put into another login': [injected, 'connect_refused', /invalid_grant/],
      'a state nobody began': [madeUp, 'connect_expired', /^$/],
    } as const;
    for (const [name, [callback, code, raw]] of Object.entries(cases)) {
      const error = await refusal(finishConnect(stage.app, callback));
      equal(error?.code, code, name);
      match(error?.raw ?? '', raw, name);
      match(message(error?.code ?? '', error?.facts ?? {}), /abgelehnt|abgelaufen/, name);
    }
  });

  test('sees a code once, however often the browser comes back with it', async () => {
    const back = await signIn(await stage.begin('twitter'), redirectUri, { name: 'carl', consents: true });
    const { codes } = stage.server.counts;
    const ends = await Promise.allSettled([1, 2, 3].map(() => finishConnect(stage.app, callbackOf(back))));
    equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
    equal(stage.server.counts.codes, codes + 1);
    equal((await refusal(finishConnect(stage.app, callbackOf(back))))?.code, 'connect_expired');
  });

  // keeps: oauth.passing
  test('disconnects nobody by a passing trouble', async () => {
    const id = await stage.connect('twitter', 'dora');
    const { login } = await stage.account(id);
    stage.server.disturb('unavailable', 5);
    for (let times = 0; times < 5; times += 1) {
      await stage.makeDue(id);
      await refreshLogins(stage.app);
      const now = await stage.account(id);
      deepEqual([now.state, now.login.refreshToken], ['active', login.refreshToken]);
      ok(Number(now.refreshAt) > stage.app.clock.now(), 'it waits before it asks again');
    }
    await stage.makeDue(id);
    await refreshLogins(stage.app);
    notEqual((await stage.account(id)).login.refreshToken, login.refreshToken);
  });
});

onBothDatabases('two nodes with one rotating refresh token per account', (kind) => {
  const race = async (flags: readonly string[], enough: (stage: Stage) => Promise<boolean>) => {
    const stage = await openStage({ kind, speed: 10 });
    const accounts: string[] = [];
    for (let count = 0; count < 24; count += 1) accounts.push(await stage.connect('twitter', `p${count}`));
    for (let count = 0; count < posts; count += 1) {
      await stage.post(accounts[count % accounts.length] ?? '', count * 400);
    }
    // Renewed after half of it, which is a fifth of a real second.
    stage.server.shortenAccess(4);
    for (const id of accounts) await stage.makeDue(id);
    const workers = await startWorkers(stage, ['one', 'two'], flags);
    await until('enough renewals', () => enough(stage));
    await workers.stop();
    return { stage, accounts };
  };

  // keeps: oauth.rotation
  test('never spend one twice, and every family survives', async (t) => {
    const { stage, accounts } = await race([], async ({ server, deliveries }) => {
      const { pending = 0, publishing = 0 } = await deliveries();
      return server.counts.refreshes >= renewals && pending + publishing === 0;
    });
    const { counts, byWorker } = stage.server;
    t.diagnostic(
      `${kind}: ${JSON.stringify({ ...counts, ...Object.fromEntries(byWorker), ...(await stage.deliveries()) })}`,
    );
    ok(Number(byWorker.get('one')) > 20 && Number(byWorker.get('two')) > 20, 'both took part');
    for (const id of accounts) await stage.makeDue(id);
    await refreshLogins(stage.app);
    for (const id of accounts) equal((await stage.account(id)).state, 'active');
    deepEqual(
      { spentTwice: counts.spentTwice, familiesEnded: counts.familiesEnded, refused: counts.refused },
      { spentTwice: 0, familiesEnded: 0, refused: 0 },
    );
    deepEqual(await stage.deliveries(), { published: posts });
    await stage.close();
  });

  // keeps: once.mutants
  test('the race catches a publisher without the lock', async (t) => {
    const { stage } = await race(['--lockless'], async ({ server }) => server.counts.familiesEnded > 0);
    t.diagnostic(`${kind} without the lock: ${JSON.stringify(stage.server.counts)}`);
    ok(stage.server.counts.spentTwice > 0);
    await stage.close();
  });

  // keeps: oauth.reconnect
  test('a renewal under way never undoes what the owner connected meanwhile', async () => {
    let gate = Promise.resolve();
    const holdBack: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (String(init?.body).includes('grant_type=refresh_token')) await gate;
      return response;
    };
    const stage = await openStage({ kind, parts: { fetch: holdBack } });
    const id = await stage.connect('twitter', 'gina');
    for (const answer of ['granted', 'refused'] as const) {
      if (answer === 'refused') {
        stage.server.disturb('answer lost', 1);
        await stage.makeDue(id);
        await refreshLogins(stage.app);
      }
      const opened = Promise.withResolvers<void>();
      gate = opened.promise;
      const { refused, refreshes } = stage.server.counts;
      await stage.makeDue(id);
      const renewing = refreshLogins(stage.app);
      await until('the server has answered', () =>
        answer === 'refused'
          ? stage.server.counts.refused > refused
          : stage.server.counts.refreshes > refreshes,
      );
      await stage.connect('twitter', 'gina');
      const { login } = await stage.account(id);
      opened.resolve();
      await renewing;
      const now = await stage.account(id);
      deepEqual([now.state, now.login], ['active', login], answer);
    }
    await stage.close();
  });

  // keeps: oauth.killed
  test('a node killed between the rotation and its storing leaves an account that asks for its owner', async () => {
    const stage = await openStage({ kind, speed: 60 });
    const [killed, lost] = [await stage.connect('twitter', 'erna'), await stage.connect('twitter', 'fritz')];
    await stage.makeDue(killed);
    deepEqual(await (await startWorkers(stage, ['doomed'], ['--dies'])).ended, ['SIGKILL']);
    // Not due: the disturbance below is meant for the other account.
    await postponeRefresh(stage.app.db.query, killed, null);
    // The other way to the same loss: the server rotated, and its answer never came.
    stage.server.disturb('answer lost', 1);
    await stage.makeDue(lost);
    await refreshLogins(stage.app);
    equal((await stage.account(lost)).state, 'active');

    for (const id of [killed, lost]) {
      await stage.makeDue(id);
      await until('the loss is noticed', async () => {
        await refreshLogins(stage.app);
        return (await stage.account(id)).state === 'reconnect';
      });
    }
    const { refreshes } = stage.server.counts;
    equal(stage.server.counts.spentTwice, 2);
    for (let rounds = 0; rounds < 10; rounds += 1) {
      for (const id of [killed, lost]) await stage.makeDue(id);
      await refreshLogins(stage.app);
    }
    equal(stage.server.counts.refreshes, refreshes, 'nothing is asked again in silence');
    equal(await stage.connect('twitter', 'erna'), killed);
    equal((await stage.account(killed)).state, 'active');
    await stage.makeDue(killed);
    await refreshLogins(stage.app);
    equal((await stage.account(killed)).state, 'active');
    await stage.close();
  });
});
