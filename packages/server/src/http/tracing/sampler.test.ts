import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type SamplerName, samplerOf } from './sampler.ts';
import { newTraceId } from './span.ts';

const parent = (isSampled: boolean) => ({ traceId: '', spanId: '', isSampled, state: undefined });
const LOW = `${'f'.repeat(18)}${'0'.repeat(14)}`;
const HIGH = `${'0'.repeat(18)}${'f'.repeat(14)}`;

const CASES: [name: SamplerName, ratio: number, root: boolean, ofSampled: boolean, ofUnsampled: boolean][] = [
  ['always_on', 0, true, true, true],
  ['always_off', 1, false, false, false],
  ['parentbased_always_on', 0, true, true, false],
  ['parentbased_always_off', 1, false, true, false],
  ['traceidratio', 1, true, true, true],
  ['traceidratio', 0, false, false, false],
  ['parentbased_traceidratio', 0, false, true, false],
  ['parentbased_traceidratio', 1, true, true, false],
];

describe('a sampler', () => {
  for (const [name, ratio, ...expected] of CASES)
    test(`${name} with ${ratio}`, () => {
      const sampler = samplerOf(name, ratio);
      const id = newTraceId();
      const decided = [undefined, parent(true), parent(false)].map((caller) => sampler(id, caller));
      assert.deepEqual(decided, expected);
    });

  test('by a share looks at the random end of the id, so that all services decide alike', () => {
    const sampler = samplerOf('traceidratio', 0.5);
    assert.deepEqual([sampler(LOW, undefined), sampler(HIGH, undefined)], [false, true]);
  });
});
