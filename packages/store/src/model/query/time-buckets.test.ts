import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TIME_UNITS } from './aggregate.ts';
import { checkTimeZone, TimeBuckets } from './time-buckets.ts';

const names = (text: string, zone = 'UTC') =>
  TIME_UNITS.map((unit) => new TimeBuckets(unit, zone).nameOf(Date.parse(text)));

describe('a time is named by year, quarter, month, week, day, hour and minute', () => {
  const cases: [time: string, zone: string, names: string[]][] = [
    [
      '2024-05-01T10:30:59Z',
      'UTC',
      ['2024', '2024-Q2', '2024-05', '2024-W18', '2024-05-01', '2024-05-01T10:00Z', '2024-05-01T10:30Z'],
    ],
    [
      '2024-12-30T23:30:00Z',
      'UTC',
      ['2024', '2024-Q4', '2024-12', '2025-W01', '2024-12-30', '2024-12-30T23:00Z', '2024-12-30T23:30Z'],
    ],
    [
      '2021-01-03T00:00:00Z',
      'UTC',
      ['2021', '2021-Q1', '2021-01', '2020-W53', '2021-01-03', '2021-01-03T00:00Z', '2021-01-03T00:00Z'],
    ],
    [
      '2024-12-31T23:30:00Z',
      'Europe/Berlin',
      [
        '2025',
        '2025-Q1',
        '2025-01',
        '2025-W01',
        '2025-01-01',
        '2025-01-01T00:00+01:00',
        '2025-01-01T00:30+01:00',
      ],
    ],
    [
      '2024-07-01T02:15:00Z',
      'America/St_Johns',
      [
        '2024',
        '2024-Q2',
        '2024-06',
        '2024-W26',
        '2024-06-30',
        '2024-06-30T23:00-02:30',
        '2024-06-30T23:45-02:30',
      ],
    ],
    [
      '0011-01-01T00:00:00Z',
      'UTC',
      ['0011', '0011-Q1', '0011-01', '0010-W52', '0011-01-01', '0011-01-01T00:00Z', '0011-01-01T00:00Z'],
    ],
  ];
  for (const [time, zone, expected] of cases)
    test(`${time} in ${zone}`, () => assert.deepEqual(names(time, zone), expected));
});

test('the hour that comes twice in autumn is two hours', () => {
  const hours = new TimeBuckets('hour', 'Europe/Berlin');
  const at = (text: string) => hours.nameOf(Date.parse(text));
  assert.equal(at('2024-10-27T00:30:00Z'), '2024-10-27T02:00+02:00');
  assert.equal(at('2024-10-27T01:30:00Z'), '2024-10-27T02:00+01:00');
});

test('hours and minutes are in the order of time, also where one comes twice', () => {
  for (const unit of ['hour', 'minute'] as const) {
    const buckets = new TimeBuckets(unit, 'Europe/Berlin');
    const orders = [23.5, 24.5, 25.5, 26.5].map(
      (hours) => buckets.bucketOf(Date.UTC(2024, 9, 26) + hours * 3_600_000)!.order as number,
    );
    assert.deepEqual(
      orders,
      orders.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(orders).size, orders.length);
  }
});

test('times out of the years 0 to 9999 have no name', () => {
  const years = new TimeBuckets('year', 'UTC');
  for (const ms of [Number.NaN, Infinity, -1e15, 8e15, Date.UTC(10_000, 0, 1)])
    assert.equal(years.nameOf(ms), undefined);
  assert.equal(years.nameOf(Date.UTC(9999, 11, 31)), '9999');
});

test('a time zone that is none is refused by its name', () => {
  assert.throws(() => checkTimeZone('Europe/Nowhere'), /timeZone must be .*, not "Europe\/Nowhere"/);
});
