import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFilter, parseFilter } from '@meridian/filter';
import { boxOf, type Geometry, loadGeos } from '@meridian/geo';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { type BuiltColumn, ColumnBuilder } from './column-builder.ts';
import { COLUMN } from './column-key.ts';
import { expressionPredicate } from './expression-predicate.ts';
import { FALSE, outcomeOf, TRUE, UNKNOWN } from './outcomes.ts';
import type { LoadedBlock } from './predicate.ts';
import { summaryOf } from './summary.ts';

const geos = await loadGeos();
const side = fc.integer({ min: -12, max: 12 });
const geometry: fc.Arbitrary<Geometry | null> = fc.oneof(
  fc.constant(null),
  fc.tuple(side, side).map(([x, y]): Geometry => ({ type: 'Point', coordinates: [x, y] })),
  fc.tuple(side, side, side, side).map(
    ([a, b, c, d]): Geometry => ({
      type: 'LineString',
      coordinates: [
        [a, b],
        [c, d],
      ],
    }),
  ),
);

const LEAVES = [
  'geometry IS NULL',
  'S_INTERSECTS(geometry,BBOX(-4,-4,4,4))',
  'S_INTERSECTS(BBOX(8,-90,-8,90),geometry)',
  'S_WITHIN(geometry,POLYGON((0 0,9 0,0 9,0 0)))',
  'S_CROSSES(geometry,LINESTRING(0 -9,0 9))',
  'S_DISJOINT(geometry,BBOX(-4,-4,4,4))',
  'S_EQUALS(geometry,POINT(1 1))',
];
const filter = fc.letrec<{ any: string; leaf: string; not: string; both: string }>((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('not'), tie('both')),
  leaf: fc.constantFrom(...LEAVES),
  not: tie('any').map((part) => `NOT (${part})`),
  both: fc
    .tuple(tie('any'), fc.constantFrom('AND', 'OR'), tie('any'))
    .map(([a, op, b]) => `(${a}) ${op} (${b})`),
})).any;

function blockOf(geometries: readonly (Geometry | null)[]): LoadedBlock {
  const boxes = geometries.map((one) => one && boxOf(one));
  const columns = new Map<string, BuiltColumn>([
    made(COLUMN.geometryType, geometries, (_, i) => geometries[i]?.type),
    made(COLUMN.west, boxes, (box) => box?.west),
    made(COLUMN.south, boxes, (box) => box?.south),
    made(COLUMN.east, boxes, (box) => (box?.east === box?.west ? undefined : box?.east)),
    made(COLUMN.north, boxes, (box) => (box?.north === box?.south ? undefined : box?.north)),
  ]);
  return {
    rows: geometries.length,
    summary: (key) => summaryOf(columns.get(key)!),
    column: (key) => columns.get(key),
    isComplete: () => true,
    isDivided: () => false,
    hasColumn: (key) => columns.has(key),
    indexPart: (key) => assert.fail(`there is no ${key}`),
  };
}

function made<T>(
  key: string,
  rows: readonly T[],
  value: (row: T, i: number) => unknown,
): [string, BuiltColumn] {
  const builder = new ColumnBuilder(rows.length);
  for (const [i, row] of rows.entries()) builder.set(i, value(row, i));
  return [key, builder.column()];
}

test('what boxes tell of a condition on the geometry is true of the geometries', () => {
  fc.assert(
    fc.property(fc.array(geometry, { minLength: 1, maxLength: 12 }), filter, (geometries, text) => {
      const expression = parseFilter(text, 'cql2-text');
      const predicate = expressionPredicate(expression);
      const block = blockOf(geometries);
      const outcomes = predicate.evaluate(block);
      const compiled = compileFilter(expression, geos);
      for (const [row, one] of geometries.entries()) {
        const actual = outcomeOf(
          compiled.evaluate({ id: '', property: () => undefined, geometry: () => one }),
        );
        const told = `${text} of ${JSON.stringify(one)} is ${actual}, told ${outcomes[row]}`;
        assert.ok((outcomes[row]! & actual) !== 0, told);
        assert.ok((predicate.outlook(block) & actual) !== 0, `${told}, outlook ${predicate.outlook(block)}`);
      }
      compiled.free();
    }),
    { numRuns: randomCases(2000) },
  );
});

test('features far from a box and features without a geometry are told apart without a look at them', () => {
  const far: Geometry = { type: 'Point', coordinates: [50, 50] };
  const near: Geometry = { type: 'Point', coordinates: [1, 1] };
  const block = blockOf([null, far, near]);
  const outcomes = (text: string) => [...expressionPredicate(parseFilter(text, 'cql2-text')).evaluate(block)];
  assert.deepEqual(outcomes('geometry IS NULL OR S_INTERSECTS(geometry,BBOX(-4,-4,4,4))'), [
    TRUE,
    FALSE,
    TRUE,
  ]);
  assert.equal(outcomes('S_WITHIN(geometry,POLYGON((0 0,9 0,0 9,0 0)))')[1], FALSE);
  assert.equal(outcomes('NOT S_INTERSECTS(geometry,BBOX(-4,-4,4,4))')[0], TRUE | UNKNOWN);
});
