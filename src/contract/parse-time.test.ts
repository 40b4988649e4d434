import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatTime, parseTime } from './parse-time.ts';

const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const at = (iso: string) => ({ at: Temporal.Instant.from(iso).epochMilliseconds });
const notATime = { problem: 'not_a_time' };
const two = (value: number) => String(value).padStart(2, '0');

test('a time without offset is UTC', () => {
  const expected = at('2026-11-15T10:00:00Z');
  for (const value of [
    '2026-11-15T10:00',
    '2026-11-15T10:00:00',
    '2026-11-15 10:00',
    '2026-11-15t10:00:00.000',
  ])
    assert.deepEqual(parseTime(value), expected, value);
});

test('every way to write an offset is converted', () => {
  const expected = at('2026-11-15T08:00:00Z');
  for (const value of [
    ...['2026-11-15T08:00Z', '2026-11-15T08:00z', '2026-11-15t08:00:00z', '2026-11-15 08:00:00Z'],
    ...[
      '2026-11-15T10:00+02:00',
      '2026-11-15T10:00:00+0200',
      '2026-11-15T10:00+02',
      '2026-11-15T03:30:00-04:30',
    ],
    ...[
      '20261115T080000Z',
      '20261115T0800Z',
      '20261115T100000+0200',
      '20261115t100000.0+02',
      '20261115T080000',
    ],
    ...['2026-11-15T08:00-00:00', '2026-11-16T07:59+23:59', '2026-11-14T08:01-23:59'],
  ])
    assert.deepEqual(parseTime(value), expected, value);
});

test('fractions are cut to milliseconds, after a point or a comma', () => {
  for (const [fraction, milliseconds] of [
    ['.5', 500],
    [',25', 250],
    ['.0019', 1],
    ['.999999999999', 999],
    [',1239Z', 123],
  ] as const)
    assert.deepEqual(
      parseTime(`2026-11-15T10:00:00${fraction}`),
      { at: Date.UTC(2026, 10, 15, 10) + milliseconds },
      fraction,
    );
});

test('a date alone has its own problem', () => {
  for (const value of ['2026-11-15', '20261115', '2028-02-29'])
    assert.deepEqual(parseTime(value), { problem: 'date_only' }, value);
});

test('times that do not exist are refused', () => {
  for (const value of [
    ...[
      '2026-02-30T10:00',
      '2026-02-29T10:00',
      '2100-02-29T10:00',
      '2026-04-31T10:00',
      '2026-13-01T10:00',
      '2026-00-10T10:00',
    ],
    ...[
      '2026-11-00T10:00',
      '2026-11-15T24:00',
      '2026-11-15T25:00',
      '2026-11-15T10:60',
      '2026-12-31T23:59:60Z',
      '2026-11-15T10:00:61',
    ],
    ...['2026-11-15T10:00+24:00', '2026-11-15T10:00+02:60', '2026-02-30', '20260230'],
  ])
    assert.deepEqual(parseTime(value), notATime, value);
});

test('instants before 1970 and after 9999 are refused', () => {
  assert.deepEqual(parseTime('1970-01-01T00:00Z'), { at: 0 });
  assert.deepEqual(parseTime('1969-12-31T23:00-02:00'), { at: 3_600_000 });
  assert.deepEqual(parseTime('9999-12-31T23:59:59.999Z'), { at: latest });
  for (const value of [
    ...[
      '1969-12-31T23:59:59.999Z',
      '1970-01-01T00:00+02:00',
      '9999-12-31T23:59-00:01',
      '0000-01-01T00:00',
      '0070-01-01T00:00',
    ],
    ...['10000-01-01T00:00Z', '+002026-11-15T10:00Z', '-2026-11-15T10:00Z'],
  ])
    assert.deepEqual(parseTime(value), notATime, value);
});

test('anything else is refused', () => {
  for (const value of [
    ...[
      '',
      ' ',
      'morgen',
      'now',
      '10:00',
      'T10:00',
      '1763200800',
      '1763200800000',
      '2026',
      '2026-11',
      '2026-11-15T',
      '2026-11-15T10',
    ],
    ...[
      '2026-11-15T10:0',
      '2026-11-15T1:00',
      '2026-11-15T10:00:00.',
      '2026-11-15T10:00.5',
      '2026-11-15T10:00 Z',
      '2026-11-15  10:00',
    ],
    ...[
      '2026-11-15T1000',
      '20261115T10:00',
      '2026-1115T10:00',
      '2026-W46-7T10:00',
      '2026-319T10:00',
      '15.11.2026 10:00',
      '11/15/2026',
    ],
    ...[
      '2026-11-15T10:00+2',
      '2026-11-15T10:00+02:0',
      '2026-11-15T10:00+02:00:00',
      '2026-11-15T10:00Z[UTC]',
      '2026-11-15T10:00CET',
    ],
    ...[
      ' 2026-11-15T10:00',
      '2026-11-15T10:00\n',
      '2026-11-15T10:00Zjunk',
      '２０２６-11-15T10:00',
      '2026-11-15T10:00−02:00',
      '\ud800',
    ],
  ])
    assert.deepEqual(parseTime(value), notATime, JSON.stringify(value));
});

test('what is formatted is read back as the same instant', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: latest }), (instant) => {
      const written = formatTime(instant);
      assert.match(written, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.deepEqual(parseTime(written), { at: instant });
      assert.deepEqual(parseTime(written.replace(/[-:]/g, '')), { at: instant });
    }),
  );
});

test('the same instant in every notation and offset is read the same as by Temporal', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 86_400_000, max: latest - 86_400_000 }),
      fc.integer({ min: -1439, max: 1439 }),
      fc.constantFrom('T', 't', ' '),
      fc.constantFrom('.', ','),
      fc.boolean(),
      fc.boolean(),
      (instant, minutes, separator, point, basic, basicOffset) => {
        const sign = minutes < 0 ? '-' : '+';
        const offset = `${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
        const local = Temporal.Instant.fromEpochMilliseconds(instant)
          .toZonedDateTimeISO(offset)
          .toPlainDateTime();
        const plain = local
          .toString({ fractionalSecondDigits: 3 })
          .replace('T', separator)
          .replace('.', point);
        const value =
          (basic ? plain.replace(/[-:]/g, '') : plain) + (basicOffset ? offset.replace(':', '') : offset);
        assert.deepEqual(parseTime(value), { at: instant }, value);
        assert.deepEqual(parseTime(value), at(value), value);
      },
    ),
    { numRuns: 2000 },
  );
});

test('exactly the dates and times that Temporal takes are taken', () => {
  const field = (max: number) => fc.integer({ min: 0, max });
  fc.assert(
    // Seconds end at 59 here: Temporal reads 60 as 59, which would publish a second early.
    fc.property(
      fc.integer({ min: 1970, max: 9999 }),
      field(14),
      field(33),
      field(25),
      field(62),
      field(59),
      (...fields) => {
        const [year, month, day, hour, minute, second] = fields;
        const value = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}Z`;
        let expected: unknown = notATime;
        try {
          expected = at(value);
        } catch {
          // Temporal refuses it: so must we.
        }
        assert.deepEqual(parseTime(value), expected, value);
      },
    ),
    { numRuns: 5000 },
  );
});

test('no string makes reading a time fail', () => {
  const digits = fc.array(fc.constantFrom(...'0123456789-:TtZz+., ')).map((all) => all.join(''));
  const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((all) => String.fromCharCode(...all));
  fc.assert(
    fc.property(fc.oneof(digits, units, fc.string()), (value) => {
      const parsed = parseTime(value);
      assert.ok('problem' in parsed || (parsed.at >= 0 && parsed.at <= latest));
    }),
    { numRuns: 3000 },
  );
});
