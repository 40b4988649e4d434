import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkedin } from './index.ts';
import { check, settings } from './settings.ts';

test('everything has a default, and what is unknown is refused', () => {
  assert.deepEqual(settings.parse({}), { visibility: 'PUBLIC', reshare_disabled: false });
  for (const wrong of [
    { visibility: 'EVERYBODY' },
    { board: 'x' },
    { video_title: 'a'.repeat(401) },
    { article: { url: 'ftp://a.example', title: 'A' } },
    { article: { url: 'https://a.example' } },
    { poll: { question: 'q', options: ['a'] } },
    { poll: { question: 'q', options: ['a', 'b'.repeat(31)] } },
  ]) {
    assert.equal(settings.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});

test('a link card and a poll stand alone', () => {
  const article = { url: 'https://a.example', title: 'A' };
  const poll = { question: 'q', options: ['a', 'b'] };
  const issues = (type: 'text' | 'image', given: object) =>
    check({ type, text: '', mediaCount: 0, settings: settings.parse(given) }).map(
      ({ facts }) => facts?.field,
    );
  assert.deepEqual(issues('text', { article }), []);
  assert.deepEqual(issues('text', { poll }), []);
  assert.deepEqual(issues('image', { article, poll }), [
    'settings.article',
    'settings.poll',
    'settings.poll',
  ]);
  assert.deepEqual(issues('text', { article, poll }), ['settings.poll']);
});

test('the version names its end, and every number its source', () => {
  assert.match(linkedin.api?.version ?? '', /^\d{6}$/);
  assert.ok(Date.parse(linkedin.api?.endsOn ?? '') > Date.UTC(2026, 10, 15));
  assert.deepEqual(Object.keys(linkedin.metrics ?? {}), ['likes', 'comments', 'shares', 'reach']);
});
