import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { emptyComposition } from '../dashboard/src/pages/compose/composition.ts';
import { createEditing, type EditingParts } from '../dashboard/src/pages/compose/editing.ts';
import { cutText, tokenise } from '../dashboard/src/pages/compose/preview/looks.ts';
import { tightest } from '../dashboard/src/pages/compose/text-count.ts';
import { parseDate } from '../dashboard/src/parts/parse-date.ts';
import {
  chosenOnly,
  type Field,
  type JsonSchema,
  readSchema,
} from '../dashboard/src/parts/settings-form/read-schema.ts';
import { momentOf, wallTimeAt } from '../dashboard/src/parts/zone-time.ts';
import { settingsForm as de } from '../dashboard/src/words/de/settings-form.ts';
import { settingsForm as en } from '../dashboard/src/words/en/settings-form.ts';
import type { Composition, PlanInput, PostView } from '../src/contract/api/posts.ts';
import { textOverflow } from '../src/contract/count-text.ts';
import { platformIds, postTypes } from '../src/contract/platform-ids.ts';
import { textLimits } from '../src/contract/text-limits.ts';
import { platforms } from '../src/platforms/index.ts';

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'UTC',
];

// keeps: compose.time
test('a wall time is the moment that Temporal says, around every change of the clocks', () => {
  const wrong: string[] = [];
  const compare = (wall: string, zone: string) => {
    const there = Temporal.PlainDateTime.from(wall);
    const [earlier, later] = (['earlier', 'later'] as const).map(
      (disambiguation) => there.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
    );
    const { epochMilliseconds: at } = there.toZonedDateTime(zone, { disambiguation: 'compatible' });
    const back = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
    const fit = earlier === later ? 'exact' : back.equals(there) ? 'twice' : 'skipped';
    const got = momentOf(wall, zone);
    if (got?.at !== at || got.fit !== fit) wrong.push(`${zone} ${wall}: ${JSON.stringify(got)} ${fit} ${at}`);
    if (wallTimeAt(at, zone) !== back.toString().slice(0, 16)) wrong.push(`${zone} ${at} back`);
  };
  for (const zone of zones) {
    for (let at = Date.UTC(2026, 0, 1, 0, 7); at < Date.UTC(2027, 0, 2); at += 37 * 3600_000) {
      compare(new Date(at).toISOString().slice(0, 16), zone);
    }
    const { timeZoneId } = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`);
    let change = Temporal.ZonedDateTime.from(`2011-06-01T00:00[${timeZoneId}]`).getTimeZoneTransition('next');
    for (let count = 0; change && count < 5; count += 1) {
      for (let minutes = -1500; minutes <= 1500; minutes += 30) {
        compare(change.add({ minutes }).toPlainDateTime().toString().slice(0, 16), zone);
      }
      change = change.getTimeZoneTransition('next');
    }
    for (let day = 28; day <= 31; day += 1) compare(`2011-12-${day}T12:30`, zone);
  }
  deepEqual(wrong, []);
  deepEqual(momentOf('2026-03-29T02:30', 'Europe/Berlin'), {
    at: Date.UTC(2026, 2, 29, 1, 30),
    fit: 'skipped',
  });
  deepEqual(momentOf('2026-10-25T02:30', 'Europe/Berlin'), {
    at: Date.UTC(2026, 9, 25, 0, 30),
    fit: 'twice',
  });
  for (const wall of ['', 'T09:00', '2026-02-30T10:00', '2026-13-01T10:00', '2026-01-01T24:00']) {
    equal(momentOf(wall, 'Europe/Berlin'), null, wall);
  }
});

// keeps: compose.time
test('a typed date is understood with the day before the month, or not at all', () => {
  const typed: Record<string, string | null> = {
    '24.12.2027': '2027-12-24',
    '3.4.2027': '2027-04-03',
    '24.12.27': '2027-12-24',
    '24/12/2027': '2027-12-24',
    '24 Dec 2027': '2027-12-24',
    '24. Dezember 2027': '2027-12-24',
    '1. März 2027': '2027-03-01',
    '2027-12-24': '2027-12-24',
    '24.12.': '2026-12-24',
    '14.11.': '2027-11-14',
    '15 Nov': '2026-11-15',
    '29.2.2027': null,
    '29.2.2028': '2028-02-29',
    '24.13.2027': null,
    '24.12.2': null,
    morgen: null,
    '': null,
  };
  for (const [text, date] of Object.entries(typed)) equal(parseDate(text, '2026-11-15'), date, text);
});

// keeps: compose.counts
test('the counter is over exactly when the server says too long', () => {
  const samples = ['', 'a', 'ä👩‍👩‍👧‍👦', 'https://example.org/a ', '日本', '🇩🇪'];
  for (const id of platformIds) {
    for (const type of postTypes) {
      for (const sample of samples) {
        for (const times of [1, 75, 301, 2201]) {
          const text = sample.repeat(times);
          const count = tightest(text, textLimits[id] as never, type);
          equal((count?.length ?? 0) > (count?.max ?? 0), textOverflow(text, textLimits[id], type) !== null);
        }
      }
    }
  }
});

// keeps: compose.settings
test('every setting of every platform has a field, a name and names for its values, in both languages', () => {
  const nameless: string[] = [];
  const known = new Set(['text', 'address', 'choice', 'language', 'moment', 'switch', 'number', 'list']);
  for (const n of ['languages', 'fixed', 'group']) known.add(n);
  for (const words of [de, en]) {
    const names: Readonly<Record<string, string>> = words.fields;
    const values: Readonly<Record<string, string>> = words.values;
    const look = (platform: string, field: Field) => {
      const { path, name, kind, schema, fields } = field;
      if (!(names[`${platform}.${path}`] ?? names[path] ?? names[name])) nameless.push(`${platform}.${path}`);
      if (!known.has(kind)) nameless.push(`${platform}.${path}: ${kind}`);
      for (const value of schema.enum ?? [])
        if (!values[String(value)]) nameless.push(`${platform} ${value}`);
      for (const inner of fields) look(platform, inner);
    };
    for (const { id, settings } of Object.values(platforms)) {
      const schema = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
      for (const field of readSchema(schema)) look(id, field);
    }
  }
  deepEqual(nameless, []);
  const schema: JsonSchema = { properties: { a: { default: 1 }, b: {}, c: { default: true } } };
  deepEqual(chosenOnly(schema, { a: 1, b: 'x', c: false }, { b: 'x' }), { c: false });
  // What the account says counts before the schema.
  deepEqual(chosenOnly(schema, { a: 1, c: true }, { a: 2 }), { a: 1 });
});

test('a preview colours and cuts what the platform does', () => {
  deepEqual(
    tokenise('Hi @anna, see https://a.example/b?c=1. #Neues über&#x').map(
      ({ kind, text }) => `${kind} ${text}`,
    ),
    [
      'plain Hi ',
      'mention @anna',
      'plain , see ',
      'link https://a.example/b?c=1',
      'plain . ',
      'hashtag #Neues',
      'plain  über&#x',
    ],
  );
  deepEqual(cutText('a\nb\nc', { characters: 10, lines: 2 }), { shown: 'a\nb', more: true });
  deepEqual(cutText('👩‍🚀'.repeat(2), { characters: 99, lines: 2 }).more, false);
  deepEqual(cutText('abc', null), { shown: 'abc', more: false });
});

describe('editing a post', () => {
  const view = (revision: number, composition: Composition, more: Partial<PostView> = {}) =>
    ({
      revision,
      composition,
      state: 'draft',
      scheduledAt: null,
      author: 'Ben',
      updatedAt: 1,
      ...more,
    }) as PostView;
  interface Server {
    post: PostView | null;
    /** What happens to the next saves, in order. */
    fate: ('lost before' | 'lost after' | 'refused')[];
    plans: PlanInput['kind'][];
  }
  const setUp = (server: Partial<Server> = {}, start: Partial<EditingParts['start']> = {}) => {
    const at = { post: null, fate: [], plans: [], ...server } as Server;
    const copies: unknown[] = [];
    const editing = createEditing({
      start: { composition: emptyComposition, revision: null, state: null, scheduledAt: null, ...start },
      stored: at.post?.composition ?? emptyComposition,
      async save({ revision, composition, plan }) {
        await new Promise((resolve) => setTimeout(resolve, 2));
        const fate = at.fate.shift();
        if (fate === 'lost before' || fate === 'refused') throw new Error(fate);
        if ((at.post?.revision ?? null) !== revision) throw new Error('clash');
        const state = plan.kind === 'draft' ? 'draft' : 'scheduled';
        at.post = view((revision ?? 0) + 1, composition, { state, author: 'Anna' });
        at.plans.push(plan.kind);
        if (fate === 'lost after') throw new Error(fate);
        return at.post;
      },
      read: async () => at.post ?? Promise.reject(new Error('none')),
      tidy: (composition) => composition,
      keep: (copy) => copies.push(copy) > 0,
      classify: (error) =>
        String(error).includes('clash')
          ? { kind: 'clash', clash: { reason: 'changed', author: at.post?.author ?? null } }
          : { kind: String(error).includes('lost') ? 'lost' : 'refused' },
      now: () => 7,
      autosaveMs: 5,
      retryMs: 5,
    });
    /** Also those that nobody would see who only looks now and then. */
    const phases: string[] = [];
    editing.subscribe(() => phases.push(editing.get().phase));
    const until = async (phase: string) => {
      for (let looks = 0; editing.get().phase !== phase && looks < 6000; looks += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      equal(editing.get().phase, phase);
    };
    return { at, copies, editing, phases, until };
  };

  // keeps: compose.never-lost
  test('a draft saves itself, also after a lost line and a lost answer', async () => {
    const { at, copies, editing, phases, until } = setUp({ fate: ['lost before', 'lost after'] });
    editing.change({ accountIds: ['one'] });
    await new Promise((resolve) => setTimeout(resolve, 40));
    equal(at.plans.length, 0, 'accounts alone are no draft');
    editing.change({ text: 'Hello' });
    deepEqual((copies.at(-1) as { composition: Composition }).composition.text, 'Hello');
    await until('saved');
    ok(phases.includes('offline'), String(phases));
    equal(at.post?.composition.text, 'Hello');
    deepEqual([editing.get().revision, editing.get().clash, copies.at(-1)], [1, null, null]);
    // What was typed while a save was under way follows it.
    editing.change({ text: 'Hello w' });
    const first = editing.flush();
    editing.change({ text: 'Hello world' });
    await first;
    await until('saved');
    equal(at.post?.composition.text, 'Hello world');
    editing.change({ text: 'left at once' });
    editing.close();
    await until('saved');
    equal(at.post?.composition.text, 'left at once');
  });

  // keeps: compose.never-overwritten
  test('somebody else’s version is taken over or told, and never overwritten', async () => {
    const first = view(1, { ...emptyComposition, text: 'first' });
    const { at, editing, until } = setUp({ post: first }, { ...first });
    at.post = view(2, { ...emptyComposition, text: 'by Ben' });
    await editing.heard(at.post);
    deepEqual([editing.get().composition.text, editing.get().takenOver], ['by Ben', 'Ben']);
    editing.change({ text: 'by Anna' });
    at.post = view(3, { ...emptyComposition, text: 'by Ben again' });
    await until('unsaved');
    await editing.heard(at.post);
    deepEqual(editing.get().clash, { reason: 'changed', author: 'Ben' });
    editing.change({ text: 'by Anna, more' });
    await new Promise((resolve) => setTimeout(resolve, 40));
    deepEqual([at.post?.composition.text, editing.get().composition.text], ['by Ben again', 'by Anna, more']);
    editing.adopt(at.post);
    deepEqual([editing.get().composition.text, editing.get().clash], ['by Ben again', null]);
    // The event came late: the save itself finds out.
    at.post = view(4, { ...emptyComposition, text: 'by Ben, late' });
    editing.change({ text: 'mine' });
    await editing.flush();
    deepEqual([editing.get().clash?.reason, at.post?.composition.text], ['changed', 'by Ben, late']);
    await editing.heard(view(4, emptyComposition, { state: 'publishing' }));
    deepEqual([editing.get().clash?.reason, editing.isLocked()], ['begun', true]);
  });

  test('a planned post waits for "save", and a refusal for another text', async () => {
    const planned = view(1, { ...emptyComposition, text: 'planned' }, { state: 'scheduled', scheduledAt: 9 });
    const { at, copies, editing } = setUp({ post: planned, fate: ['refused'] }, { ...planned });
    editing.change({ text: 'changed' });
    await editing.flush();
    await new Promise((resolve) => setTimeout(resolve, 30));
    deepEqual([at.post?.composition.text, at.plans], ['planned', []]);
    equal((copies.at(-1) as { revision: number }).revision, 1);
    await rejects(editing.saveAs({ kind: 'at', at: 9 }), /refused/);
    equal(editing.get().phase, 'refused');
    await editing.saveAs({ kind: 'at', at: 9 });
    deepEqual([at.plans, editing.get().phase, copies.at(-1)], [['at'], 'saved', null]);
    ok(!editing.isDirty());
  });
});
