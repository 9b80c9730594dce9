import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

/** What the effort of a run makes of 40 cases: how many, every how many, and which of them with two seeds. */
function sampleAt(effort: string): { count: number; step: number; some: number[][]; drawn: number[][] } {
  const program = `const { drawnOf, randomCases, someOf, stepThrough } = await import('./effort.ts');
    const cases = Array.from({ length: 40 }, (_, i) => i);
    const some = [someOf(cases, 1), someOf(cases, 2), someOf(cases, 1, 'else')];
    const drawn = [drawnOf(cases, 8, 1), drawnOf(cases, 8, 2), drawnOf(cases, 8, 1, 'else')];
    console.log(JSON.stringify({ count: randomCases(40), step: stepThrough(7), some, drawn }));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, MERIDIAN_TEST_EFFORT: effort },
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

test('a quarter of the effort tries a quarter of the cases, others with every seed and for every purpose', () => {
  const { count, step, some } = sampleAt('0.25');
  assert.deepEqual([count, step], [10, 28]);
  for (const one of some) {
    assert.equal(new Set(one).size, 10);
    for (const other of some) if (other !== one) assert.notDeepEqual(one, other);
  }
  assert.deepEqual(sampleAt('0.25').some, some);
});

test('a whole run and a long one try every case of a table', () => {
  const all = Array.from({ length: 40 }, (_, i) => i);
  for (const effort of ['1', '10']) assert.deepEqual(sampleAt(effort).some, [all, all, all]);
  assert.deepEqual([sampleAt('10').count, sampleAt('10').step], [400, 1]);
});

test('of a table that is too long a run tries some cases, others with every seed, and only a long one tries all', () => {
  const { drawn } = sampleAt('1');
  for (const one of drawn) {
    assert.equal(new Set(one).size, 8);
    for (const other of drawn) if (other !== one) assert.notDeepEqual(one, other);
  }
  assert.deepEqual(sampleAt('1').drawn, drawn);
  assert.deepEqual(
    sampleAt('0.25').drawn.map((one) => one.length),
    [2, 2, 2],
  );
  const all = Array.from({ length: 40 }, (_, i) => i);
  assert.deepEqual(sampleAt('10').drawn, [all, all, all]);
});
