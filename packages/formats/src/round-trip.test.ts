import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../testing/effort.ts';
import { LOSSLESS_FORMATS, WRITE_FORMATS, writeFeatures } from './node.ts';
import { randomFeatures, seed } from './testing/random-features.ts';
import { collect, each, readAll } from './testing/read-all.ts';

const RUNS = randomCases(40);

for (const format of LOSSLESS_FORMATS)
  test(`what is written as ${format} is read back as it was`, async (t) => {
    t.diagnostic(`${RUNS} sets of features, seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
    await fc.assert(
      fc.asyncProperty(randomFeatures, async (features) => {
        const bytes = await collect(writeFeatures(format, each(structuredClone(features))));
        if (bytes.length === 0) return assert.equal(features.length, 0);
        const { features: read, refused, fault } = await readAll(`f.${WRITE_FORMATS[format].ending}`, bytes);
        assert.deepEqual(refused, []);
        assert.equal(fault, undefined);
        assert.deepEqual(read, features);
      }),
      { numRuns: RUNS, seed },
    );
  });

test('what is written as CSV with formulas as they are is read back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(randomFeatures, async (features) => {
      const bytes = await collect(
        writeFeatures('csv', each(structuredClone(features)), { csv: { formulas: 'keep' } }),
      );
      assert.deepEqual((await readAll('f.csv', bytes)).features, features);
    }),
    { numRuns: RUNS, seed },
  );
});
