import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { inviteMember } from '../src/members/invite-member.ts';
import { createSessions } from '../src/web/auth/sessions.ts';
import { type Browser, openBrowser } from './browser.ts';
import { onBothDatabases } from './databases.ts';
import { startApp, type TestApp } from './start-app.ts';

const owner = { name: 'Anna', email: 'anna@example.org', password: 'eine lange Parole' };

onBothDatabases('the dashboard’s sign-in', (kind) => {
  let app: TestApp;
  let anna: Browser;
  before(async () => {
    app = await startApp({ kind });
    anna = openBrowser(app.url);
  });
  after(() => app.close());
  const auth = (path: string) => `/api/auth${path}`;
  const who = (browser: Browser) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return createSessions(app.app).readSession({ headers: { cookie } } as IncomingMessage);
  };

  test('the set-up link makes one owner', async () => {
    const token = app.first?.setupToken ?? '';
    equal((await anna.post(auth('/setup/check'), { token })).status, 200);
    const replies = await Promise.all(
      ['anna', 'bert'].map((name) =>
        openBrowser(app.url).post(auth('/setup/use'), { ...owner, email: `${name}@example.org`, token }),
      ),
    );
    console.log(replies.map((r) => [r.status, r.data]));
    const signed = await anna.post(auth('/sign-in/email'), { email: owner.email, password: owner.password });
    console.log(signed.status, signed.data, signed.headers.getSetCookie());
    console.log(await who(anna));
    console.log((await anna.get(auth('/get-session'))).data);
    console.log((await anna.get(auth('/sessions'))).data);
  });
});
