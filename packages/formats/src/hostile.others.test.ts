import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../testing/effort.ts';
import { OTHER_FILES } from './testing/other-files.ts';
import { seed } from './testing/random-features.ts';
import { readAll } from './testing/read-all.ts';

for (const [ending, whole] of Object.entries(OTHER_FILES))
  describe(`a file in .${ending}`, () => {
    test('is read', async () => {
      const { features, fault, refused } = await readAll(`f.${ending}`, whole);
      assert.deepEqual([fault, refused], [undefined, []]);
      assert.ok(features.length > 0);
    });

    test('with bytes changed at random, or cut off, fails only with a fault', async (t) => {
      t.diagnostic(`seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
      const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(changes, fc.nat(whole.length - 1), fc.boolean(), async (changed, end, isCut) => {
          const bytes = new Uint8Array(isCut ? whole.subarray(0, end + 1) : whole);
          for (const [at, value] of changed) bytes[at % bytes.length] = value;
          const { fault } = await readAll(`f.${ending}`, bytes);
          if (fault !== undefined) assert.match(fault.message, /^f\./);
        }),
        { numRuns: randomCases(60), seed },
      );
    });
  });
