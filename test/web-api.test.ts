import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { csvPath, eventsPath } from '../src/contract/api/addresses.ts';
import type { Endpoint } from '../src/contract/api/endpoint.ts';
import { api } from '../src/contract/api/index.ts';
import type { Browser, Reply } from './browser.ts';
import { bringPeople, type People } from './dashboard-people.ts';
import { onBothDatabases } from './databases.ts';
import { startApp, type TestApp } from './start-app.ts';

const endpoints = Object.entries(api) as [string, Endpoint][];
const changing = (one: Endpoint) => one.method !== 'GET';
const inQuery = (one: Endpoint) => one.method === 'GET' || one.method === 'DELETE';
const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

onBothDatabases('every address of the dashboard’s API', (kind) => {
  let app: TestApp;
  let people: People;
  before(async () => {
    app = await startApp({ kind });
    people = await bringPeople(app);
  });
  after(() => app.close());

  const pathOf = (path: string, names: Record<string, string> = {}) => {
    const known: Record<string, string> = {
      workspaceId: app.workspaceId,
      mode: 'test',
      platform: 'bluesky',
      ...names,
    };
    return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(known[name] ?? randomUUID()));
  };
  /** Fields go where the endpoint reads them. */
  const ask = (
    who: Browser,
    one: Endpoint,
    fields: Record<string, unknown> = {},
    more: { names?: Record<string, string>; headers?: Record<string, string> } = {},
  ): Promise<Reply> => {
    const path = pathOf(one.path, more.names);
    if (!inQuery(one)) return who.send(one.method, path, fields, more.headers);
    const query = new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    );
    return who.send(one.method, `${path}?${query}`, undefined, more.headers);
  };
  /** What `who` is told at each endpoint that `which` picks, except where it is `status` and `error`. */
  async function unlike(
    who: Browser,
    which: (one: Endpoint) => boolean,
    expected: readonly [number, string],
    headers: Record<string, string> = {},
  ): Promise<unknown[]> {
    const odd: unknown[] = [];
    const picked = endpoints.filter(([, one]) => which(one));
    ok(picked.length > 0);
    for (const [name, one] of picked) {
      const { status, data } = await ask(who, one, {}, { headers });
      if (status !== expected[0] || data.error !== expected[1]) odd.push([name, status, data]);
    }
    return odd;
  }

  // keeps: api.closed
  test('is closed to who is not signed in', async () => {
    deepEqual(await unlike(people.nobody, (one) => one.needs !== 'nobody', [401, 'unauthenticated']), []);
    people.nobody.cookies.set('postbote.session_token', 'guessed.guessed');
    deepEqual(await unlike(people.nobody, (one) => one.needs !== 'nobody', [401, 'unauthenticated']), []);
    people.nobody.cookies.clear();
    for (const path of [csvPath, eventsPath]) equal((await people.nobody.get(pathOf(path))).status, 401);
  });

  // keeps: api.foreign-workspace
  test('hides a workspace from who is no member of it', async () => {
    const within = (one: Endpoint) => one.path.includes(':workspaceId');
    deepEqual(await unlike(people.stranger, within, [404, 'not_found']), []);
    const missing = { workspaceId: randomUUID() };
    for (const [name, one] of endpoints.filter(([, each]) => within(each))) {
      const there = await ask(people.stranger, one);
      const nowhere = await ask(people.stranger, one, {}, { names: missing });
      deepEqual([nowhere.status, nowhere.data], [there.status, there.data], name);
    }
    for (const path of [csvPath, eventsPath]) {
      equal((await people.stranger.get(pathOf(path))).status, 404);
      equal((await people.viewer.get(pathOf(path, { mode: 'other' }))).status, 404);
    }
  });

  // keeps: api.roles
  test('asks for the role it needs', async () => {
    const forbidden = [403, 'forbidden'] as const;
    deepEqual(await unlike(people.viewer, (one) => ['editor', 'owner'].includes(one.needs), forbidden), []);
    deepEqual(await unlike(people.editor, (one) => one.needs === 'owner', forbidden), []);
    for (const who of [people.editor, people.stranger]) {
      deepEqual(await unlike(who, (one) => one.needs === 'operator', forbidden), []);
    }
  });

  // keeps: people.same-origin
  test('changes nothing for a foreign page, whoever is signed in', async () => {
    const local = { origin: 'http://localhost:9' };
    deepEqual(await unlike(people.owner, changing, [403, 'foreign_origin'], local), []);
    for (const origin of ['https://evil.example', 'null', `${app.url}.evil.example`]) {
      deepEqual(await unlike(people.owner, changing, [403, 'forbidden'], { origin }), [], origin);
    }
  });

  test('refuses what it does not know, by name', async () => {
    const odd: unknown[] = [];
    for (const [name, one] of endpoints) {
      const { status, data } = await ask(people.owner, one, { nonsense: '1' });
      const fields = (data.problems ?? []).map((each: { facts?: { field?: string } }) => each.facts?.field);
      if (status !== 400 || !fields.includes('nonsense')) odd.push([name, status, data]);
    }
    deepEqual(odd, []);
  });

  // keeps: api.no-crash
  test('never breaks, whatever is sent for a field or in the address', async () => {
    const values = [null, -1, 1e300, '', '\0', '\ud800', "' or 1=1 --", 'x'.repeat(5000), [], [[]], {}, true];
    const odd: unknown[] = [];
    for (const [name, one] of endpoints.filter(([each]) => each !== 'deleteWorkspace')) {
      const inPath = namesIn(one.path);
      const own = Object.keys(one.input.shape).filter((field) => !inPath.includes(field));
      const asked = [
        ...own.flatMap((field) => values.map((value) => ({ fields: { [field]: value }, names: {} }))),
        ...inPath.flatMap((field) =>
          ['\0', '..', "'", 'ä'.repeat(200)].map((value) => ({ fields: {}, names: { [field]: value } })),
        ),
      ];
      const replies = await Promise.all(
        asked.map(async (each) => ({ each, ...(await ask(people.owner, one, each.fields, each)) })),
      );
      for (const { status, each, data } of replies) {
        if (status === 500 || data.error === 'internal')
          odd.push([name, JSON.stringify(each).slice(0, 120), status, data]);
      }
    }
    deepEqual(odd, []);
    for (const body of ['', '[]', 'null', '{', '"text"', '{"__proto__":{"a":1}}']) {
      const path = pathOf(api.createKey.path);
      const headers = { cookie: people.owner.cookie(), origin: app.url, 'content-type': 'application/json' };
      equal((await fetch(`${app.url}${path}`, { method: 'POST', headers, body })).status, 400, body);
    }
    equal((await people.owner.send('PUT', pathOf(api.listKeys.path), {})).status, 405);
  });
});
