import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressLine } from './progress-bar.ts';

const half = { features: 612_345, bytes: 550_000_000, ofBytes: 1_100_000_000 };
const rates = { perSecond: 18_402.4, secondsLeft: 41 };
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('a line says how far it is, how fast it goes and how long it will take', () => {
  assert.equal(
    plain(progressLine('roads.geojson', half, rates, 120)),
    'roads.geojson  ━━━━━━━━━━╸─────────  50 %  612 345 features  18 402/s  550 MB of 1.1 GB  0:41 left',
  );
});

test('a narrow terminal sees what matters most', () => {
  assert.equal(
    plain(progressLine('roads.geojson', half, rates, 65)),
    'roads.geojson  ━━━━━━━━━━╸─────────  50 %  612 345 features',
  );
  assert.equal(progressLine('roads.geojson', half, rates, 10), 'roads.geo');
});

test('without a known size there is no bar', () => {
  const line = progressLine('-', { features: 1, bytes: 2000 }, { perSecond: 1, secondsLeft: undefined }, 80);
  assert.equal(line, '-  1 feature  1/s  2.0 kB');
});

test('a notice replaces the rates', () => {
  assert.match(
    progressLine('a', half, rates, 100, 'waiting for the hub'),
    /features {2}waiting for the hub$/,
  );
});

test('the bar fills up', () => {
  const full = { features: 10, bytes: 0, ofFeatures: 10 };
  assert.match(progressLine('a', full, rates, 100), /━{20} 100 %/);
});
