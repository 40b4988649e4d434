import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settings } from './settings.ts';

const event = { title: 'Fest', start: '2026-12-01T10:00', end: '2026-12-01T12:00' };
const problem = (given: unknown) => settings.safeParse(given).error?.issues[0]?.path.join('.') ?? null;

test('nothing is needed for a plain post', () => {
  assert.deepEqual(settings.parse({}), { topic_type: 'STANDARD', mark_link: false });
});

test('events and offers need their times', () => {
  assert.equal(problem({ topic_type: 'EVENT' }), 'event');
  assert.equal(problem({ topic_type: 'OFFER', offer: {} }), 'event');
  assert.equal(problem({ topic_type: 'EVENT', event }), null);
  assert.equal(problem({ topic_type: 'EVENT', event: { ...event, end: event.start } }), 'event.end');
  assert.equal(
    problem({ topic_type: 'EVENT', event: { ...event, start: '2026-13-01T10:00' } }),
    'event.start',
  );
  assert.equal(problem({ topic_type: 'EVENT', event: { ...event, title: 'x'.repeat(59) } }), 'event.title');
  assert.equal(problem({ event }), 'event');
  assert.equal(problem({ topic_type: 'EVENT', event, offer: {} }), 'offer');
});

test('a button has an address, unless it calls', () => {
  const action = (action_type: string, url?: string) => ({
    call_to_action: { action_type, ...(url && { url }) },
  });
  assert.equal(problem(action('SHOP')), 'call_to_action.url');
  assert.equal(problem(action('SHOP', 'https://example.com')), null);
  assert.equal(problem(action('CALL')), null);
  assert.equal(problem(action('CALL', 'https://example.com')), 'call_to_action.url');
  assert.equal(problem(action('SHOP', 'javascript:alert(1)')), 'call_to_action.url');
  const offer = { topic_type: 'OFFER', event, ...action('SHOP', 'https://example.com') };
  assert.equal(problem(offer), 'call_to_action');
});
