import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFilter } from '../parse-filter.ts';
import { writeText } from '../text/write-text.ts';
import { boxesOf } from './boxes-of.ts';
import { conjuncts } from './conjuncts.ts';

const parse = (text: string) => parseFilter(text, 'cql2-text');

test('conditions that must all hold are told apart', () => {
  assert.deepEqual(conjuncts(parse('a = 1 AND (b = 2 AND (c = 3 OR d = 4))')).map(writeText), [
    'a = 1',
    'b = 2',
    '(c = 3) OR (d = 4)',
  ]);
  assert.deepEqual(conjuncts(parse('NOT (a = 1 AND b = 2)')).length, 1);
});

test('a filter says in which boxes features must be', () => {
  const box = (west: number, south: number, east: number, north: number) => ({ west, south, east, north });
  const cases: [filter: string, boxes: unknown][] = [
    ['S_INTERSECTS(geometry, BBOX(1,2,3,4)) AND a = 1', [box(1, 2, 3, 4)]],
    ['S_WITHIN(geometry, LINESTRING(1 2,3 0))', [box(1, 0, 3, 2)]],
    ['S_INTERSECTS(geometry, BBOX(170,2,-170,4))', [box(170, 2, 180, 4), box(-180, 2, -170, 4)]],
    ['S_INTERSECTS(geometry, BBOX(1,2,3,4)) OR a = 1', undefined],
    ['NOT S_INTERSECTS(geometry, BBOX(1,2,3,4))', undefined],
    ['S_DISJOINT(geometry, BBOX(1,2,3,4))', undefined],
    ['S_INTERSECTS(POINT(0 0), BBOX(1,2,3,4))', undefined],
    ['a = 1', undefined],
  ];
  for (const [filter, boxes] of cases) assert.deepEqual(boxesOf(parse(filter)), boxes, filter);
});
