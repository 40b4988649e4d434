import { equal, match, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inviteMember } from '../src/members/invite-member.ts';
import { openBrowser } from './browser.ts';
import { startDoor } from './mcp-harness.ts';
import { at, newBert } from './visitors.ts';

describe('a dashboard behind https', () => {
  // keeps: people.silent
  test('has cookies for this host alone, and no secret of anybody in its log', async () => {
    const origin = 'https://post.example.org';
    const bert = newBert;
    const door = await startDoor({ baseUrl: origin });
    try {
      const { workspaceId } = door;
      const { token } = await inviteMember(door.app, null, { workspaceId, role: 'owner' });
      const from = openBrowser(door.url, { origin });
      equal((await from.post(`/api/invitations/${token}`, { ...bert, email: 'wrong' })).status, 400);
      equal((await openBrowser(door.url).post(`/api/invitations/${token}`, bert)).status, 403);
      const reply = await from.post(`/api/invitations/${token}`, bert);
      equal(reply.status, 200);
      const [cookie = ''] = reply.headers.getSetCookie();
      match(cookie, /^__Host-postbote\.session_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      const second = await inviteMember(door.app, null, { workspaceId, role: 'owner' });
      const taken = await openBrowser(door.url, { origin }).post(`/api/invitations/${second.token}`, bert);
      equal(taken.data.error, 'email_taken');
      await from.post(at('/sign-in/email'), { email: bert.email, password: 'falsche Parole' });
      await from.post(at('/sign-in/email'), { email: bert.email, password: bert.password });
      await from.get(at('/sessions'));
      await from.post(at('/two-factor/enable'), { password: 'falsche Parole' });
      await from.post(at('/reset/check'), { token });
      await from.get(`/invite/${token}`);
      const logged = door.logged();
      match(logged, /"path":"\/api\/auth\/sign-in\/email","status":401/);
      match(logged, /Invalid password/);
      const cookies = [...from.cookies.values()].flatMap((value) => decodeURIComponent(value).split('.'));
      for (const secret of [token, second.token, bert.email, bert.password, 'falsche Parole', ...cookies]) {
        ok(!logged.includes(secret) && !logged.includes(encodeURIComponent(secret)), secret);
      }
    } finally {
      await door.close();
    }
  });
});
