import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleRank, sampleRankOfBytes } from './sample-rank.ts';
import { VIZ_SAMPLING, type VizSampling, vizFraction } from './sampling.ts';

describe('the rank of an id', () => {
  test('is always the same, from 0 up to 1', () => {
    for (const id of ['', 'a', 'b', 'feature-1', '日本', 'x'.repeat(1000)]) {
      assert.equal(sampleRank(id), sampleRank(id));
      assert.ok(sampleRank(id) >= 0 && sampleRank(id) < 1);
    }
    assert.equal(sampleRank('feature-1'), 0.4838912619528819);
  });

  const kinds: [what: string, id: (i: number) => string][] = [
    ['numbers', (i) => `${i}`],
    ['numbers behind a prefix', (i) => `feature:${i}`],
    ['numbers before a suffix', (i) => `${i}-of-a-long-line-of-features`],
    ['padded numbers', (i) => `${i}`.padStart(16, '0')],
    ['hexadecimal numbers', (i) => (i * 2654435761).toString(16)],
  ];
  for (const [what, id] of kinds)
    test(`is spread evenly over ${what}, down to the smallest fraction`, () => {
      const count = 200_000;
      const bins = new Uint32Array(100);
      let few = 0;
      for (let i = 0; i < count; i++) {
        const rank = sampleRank(id(i));
        bins[Math.floor(rank * 100)]!++;
        if (rank < 1 / 4096) few++;
      }
      // Five standard deviations of a fair draw.
      const expected = count / 100;
      for (const bin of bins) assert.ok(Math.abs(bin - expected) < 5 * Math.sqrt(expected), `${bin}`);
      assert.ok(Math.abs(few - count / 4096) < 5 * Math.sqrt(count / 4096), `${few}`);
    });
});

describe('the part of a tile that is shown', () => {
  const steps: [count: number, sampling: VizSampling, part: number][] = [
    [1e9, 'off', 1],
    [30000, 'med', 1],
    [30001, 'med', 1 / 3],
    [90001, 'med', 1 / 4],
    [120001, 'med', 1 / 8],
    [240001, 'med', 1 / 32],
    [960001, 'med', 1 / 128],
    [3840001, 'med', 1 / 1024],
    [30720001, 'med', 1 / 4096],
    [60001, 'low', 1],
    [70001, 'low', 1 / 3],
    [15001, 'high', 1 / 3],
  ];
  for (const [count, sampling, part] of steps)
    test(`of ${count} features with sampling ${sampling} is ${part}`, () =>
      assert.equal(vizFraction(count, sampling), part));

  test('never grows with the count, nor with the sampling', () => {
    for (let count = 1; count < 1e9; count = Math.ceil(count * 1.3)) {
      for (const sampling of Object.keys(VIZ_SAMPLING) as VizSampling[])
        assert.ok(vizFraction(count, sampling) >= vizFraction(Math.ceil(count * 1.3), sampling));
      assert.ok(vizFraction(count, 'low') >= vizFraction(count, 'med'));
      assert.ok(vizFraction(count, 'med') >= vizFraction(count, 'high'));
    }
  });
});

test('the rank of an id in bytes is that of the id, where it is ASCII', () => {
  for (const id of ['', 'a', 'SxqXIO6vhtAwmP8k', '~\u007f']) {
    const bytes = Buffer.from(`[${id}]`);
    assert.equal(sampleRankOfBytes(bytes, 1, bytes.length - 1), sampleRank(id));
  }
  assert.equal(sampleRankOfBytes(Buffer.from('Łódź'), 0, 7), -1);
});
