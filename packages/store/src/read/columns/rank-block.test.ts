import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../../testing/effort.ts';
import { ColumnBuilder } from '../../columns/column-builder.ts';
import type { SortCursor, SortKey } from '../../model/query/query.ts';
import { compareValues, Ranking } from '../ranking.ts';
import { rankBlock } from './rank-block.ts';

type Row = { seq: number; values: unknown[]; passes: boolean };

/** Few and many different values of one kind and of several, of which more or fewer pass. */
const shapes = fc.record({
  kinds: fc.subarray(['number', 'absent', 'null', 'text', 'boolean', 'json'] as const, { minLength: 1 }),
  share: fc.constantFrom(1, 0.9, 0.05),
  rows: fc.array(fc.constantFrom(10, 1500), { minLength: 4, maxLength: 4 }),
  sort: fc.array(fc.record({ descending: fc.boolean(), spread: fc.constantFrom(3, 40, 100_000) }), {
    minLength: 1,
    maxLength: 2,
  }),
  limit: fc.constantFrom(1, 7, 100, 700),
  seed: fc.integer(),
});

/** Numbers below 1 that follow from a seed. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}

type Shape = typeof shapes extends fc.Arbitrary<infer S> ? S : never;

function blocksOf({ kinds, share, rows, sort, seed }: Shape): Row[][] {
  const next = randomFrom(seed);
  const whole = (below: number) => Math.floor(next() * below);
  const values = {
    number: (spread: number) => whole(2 * spread) - spread,
    absent: () => undefined,
    null: () => null,
    text: (spread: number) => `t${whole(spread)}`,
    boolean: () => next() < 0.5,
    json: () => [1],
  };
  let seq = 0;
  return rows.map((count) =>
    Array.from({ length: count }, (): Row => {
      seq += 1 + whole(2);
      return {
        seq,
        values: sort.map(({ spread }) => values[kinds[whole(kinds.length)]!](spread)),
        passes: next() < share,
      };
    }),
  );
}

function inOrder(rows: Row[], sort: readonly SortKey[]): Row[] {
  return rows
    .filter(({ passes }) => passes)
    .sort((a, b) => {
      const orders = sort.map(({ descending }, i) => compareValues(a.values[i], b.values[i], descending));
      return orders.find((order) => order !== 0) ?? a.seq - b.seq;
    });
}

function rank(block: Row[], sort: readonly SortKey[], ranking: Ranking): void {
  const columns = sort.map((_, i) => {
    const builder = new ColumnBuilder(block.length);
    for (const [row, { values }] of block.entries()) builder.set(row, values[i]);
    return builder.column();
  });
  const positions = Float64Array.from(block, ({ seq }) => seq);
  const rows = Uint32Array.from(block.keys().filter((row) => block[row]!.passes));
  rankBlock(positions, rows, columns, undefined, sort[0]!, ranking);
}

/** Its last pages have no values, and stand behind many numbers that are on earlier ones. */
const BEHIND_ALL_NUMBERS: Shape = {
  kinds: ['number', 'null'],
  share: 1,
  rows: [10, 10, 10, 1500],
  sort: [{ descending: false, spread: 3 }],
  limit: 700,
  seed: 0,
};

test('pages of blocks are those of all rows in order, whatever the values', () => {
  fc.assert(
    fc.property(shapes, (shape) => {
      const sort = shape.sort.map(
        ({ descending }, i): SortKey => ({ root: 'properties', path: [`p${i}`], descending }),
      );
      const blocks = blocksOf(shape);
      const expected = inOrder(blocks.flat(), sort);
      const { limit } = shape;
      let afterSorted: SortCursor | undefined;
      for (let from = 0; from < Math.min(expected.length, 3 * limit); from += limit) {
        const ranking = new Ranking(
          { sort, limit, ...(afterSorted && { afterSorted }) },
          { tests: [], area: undefined, part: 1 },
        );
        for (const block of blocks) rank(block, sort, ranking);
        const { seqs, end } = ranking.page();
        assert.deepEqual(
          seqs,
          expected.slice(from, from + limit).map(({ seq }) => seq),
        );
        assert.equal(end.more, expected.length > from + limit);
        afterSorted = end.lastSorted;
      }
    }),
    { numRuns: randomCases(80), examples: [[BEHIND_ALL_NUMBERS]] },
  );
});
