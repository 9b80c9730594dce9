import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTime, readTimeBy, timeBy, timeConditions, timeFilter } from './time.ts';

const DAY = 86_400_000;

test('the unit of times is known by the lowest and the highest', () => {
  const unit = (low: unknown, high: unknown) => timeBy('t', low, high)?.unit;
  assert.equal(unit('1987', '2024-05-01T12:00:00Z'), 'text');
  assert.equal(unit(1905, 2024), 'year');
  assert.equal(unit(1_600_000_000, 1_700_000_000), 'seconds');
  assert.equal(unit(1_600_000_000_000, 1_700_000_000_000), 'milliseconds');
  assert.equal(unit(0, 23), 'number');
});

test('what is no time, or one moment only, has no axis', () => {
  for (const [low, high] of [
    ['2024-01-01', 'unknown'],
    ['2024-01-01', '2024-01-01'],
    [undefined, undefined],
    [1, '2024-01-01'],
  ])
    assert.equal(timeBy('t', low, high), undefined, `${low} ${high}`);
  assert.equal(readTimeBy({ property: 't', unit: 'moon', low: 0, high: 1 }), undefined);
});

test('a text without a zone is in UTC, whatever the zone of the reader', () => {
  assert.equal(parseTime('2024-05-01T12:00'), Date.UTC(2024, 4, 1, 12));
  assert.equal(parseTime('2024-05-01T12:00:00+02:00'), Date.UTC(2024, 4, 1, 10));
  assert.equal(parseTime('2024-05-01'), Date.UTC(2024, 4, 1));
  assert.equal(parseTime('May 1st'), undefined);
});

test('texts are compared with texts, so that days and moments of one property go together', () => {
  const by = timeBy('when', '2024-01-01', '2024-12-31')!;
  const from = Date.UTC(2024, 0, 2);
  assert.deepEqual(timeFilter(by, { from, to: from + DAY / 2 }), [
    ['==', ['typeof', ['get', 'when']], 'string'],
    ['>=', ['to-string', ['get', 'when']], '2024-01-02'],
    ['<', ['to-string', ['get', 'when']], '2024-01-02T12:00:00'],
  ]);
  assert.ok('2024-01-02T00:00:00Z' >= '2024-01-02');
  assert.deepEqual(timeFilter(by, {}), []);
  assert.deepEqual(timeConditions(by, { from, to: from + DAY / 2 }), [
    `"properties.when" >= '2024-01-02'`,
    `"properties.when" < '2024-01-02T12:00:00'`,
  ]);
  assert.deepEqual(timeConditions(by, {}), []);
});

test('years and seconds are compared as they are in the data', () => {
  const limitOf = (low: number, high: number) =>
    timeFilter(timeBy('t', low, high)!, { from: timeBy('t', low, high)!.low })[1];
  assert.deepEqual(limitOf(1987, 2024), ['>=', ['to-number', ['get', 't']], 1987]);
  assert.deepEqual(limitOf(1_600_000_000, 1_700_000_000), ['>=', ['to-number', ['get', 't']], 1_600_000_000]);
});
