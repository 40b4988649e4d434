import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFilm, hasFilm, keepFilm } from './films.ts';
import { openStore } from './store.ts';

test('a film is whole only with all its parts, in order, and makes room for newer ones', () => {
  const store = openStore(':memory:');
  const part = (film: string, position: number, text: string) =>
    keepFilm(store, { platform: 'x', film, position }, { bytes: Buffer.from(text), size: text.length });
  part('a', 3, 'lo!');
  assert.equal(findFilm(store, 'x', 'a', 6), null);
  part('a', 0, 'Hal');
  part('a', 0, 'Hal');
  assert.equal(Buffer.from(findFilm(store, 'x', 'a', 6) ?? []).toString(), 'Hallo!');
  assert.deepEqual(
    [hasFilm(store, 'x', 'a', 6), hasFilm(store, 'x', 'a', 7), hasFilm(store, 'y', 'a', 6)],
    [true, false, false],
  );
  keepFilm(store, { platform: 'x', film: 'unkept' }, { bytes: null, size: 9 });
  assert.equal(hasFilm(store, 'x', 'unkept', 9), false);
  // A part of what is announced to be long is not kept either.
  const long = { platform: 'x', film: 'long', total: 150_000_000 };
  keepFilm(store, long, { bytes: Buffer.from('part'), size: 4 });
  assert.equal(hasFilm(store, 'x', 'long', 4), false);
  for (let count = 0; count < 60; count += 1) part(`b${count}`, 0, 'x');
  assert.equal(findFilm(store, 'x', 'a', 6), null);
  assert.equal(hasFilm(store, 'x', 'b59', 1), true);
  assert.equal(Number(store.get('SELECT count(*) AS kept FROM films')?.kept), 40);
  store.close();
});
