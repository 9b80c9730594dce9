// Embedded engine only: it is about figures, not about a hub.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sample } from './samples.ts';
import { judge } from './verdicts.ts';

const sample = (n: number, more: Partial<Sample> = {}): Sample => ({
  seconds: n * 60,
  rssMb: 400,
  descriptors: 90,
  diskMb: 10,
  calls: 1000,
  p50Ms: 5,
  p99Ms: 50,
  failed: 0,
  ...more,
});
const run = (more: (n: number) => Partial<Sample> = () => ({})) =>
  Array.from({ length: 120 }, (_, n) => sample(n, more(n)));
const unmet = (samples: readonly Sample[]) =>
  judge(samples).flatMap(({ what, isMet }) => (isMet ? [] : [what]));

test('a run that stays as it was meets all verdicts, however it warmed up', () => {
  assert.deepEqual(unmet(run((n) => (n < 10 ? { rssMb: 200, p99Ms: 500 } : {}))), []);
});

test('memory that grows, a p99 that grows and a single failure are each told', () => {
  assert.deepEqual(unmet(run((n) => ({ rssMb: 400 + n }))), ['memory of the second half within 5 %']);
  assert.deepEqual(unmet(run((n) => ({ p99Ms: 50 + n }))), [
    'p99 of the last stretch within 1.3 times the first after the warm-up',
  ]);
  assert.deepEqual(unmet(run((n) => ({ failed: n === 70 ? 1 : 0 }))), ['no failure']);
});
