import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFilter } from '@meridian/filter';
import { testsOf } from '../model/query/split-filter.ts';
import { areaOf } from './row-read.ts';

const query = (filter: string) => ({
  filter: { tags: [], tests: testsOf(parseFilter(filter, 'cql2-text')) },
  view: {},
  limit: 10,
  after: 0,
});
const box = { west: 1, south: 2, east: 3, north: 4 };

test('a filter that says where features are is read by the box index', () => {
  const cases: [filter: string, area: unknown][] = [
    ['S_INTERSECTS(geometry, BBOX(1,2,3,4))', { boxes: [box] }],
    ['n > 1 AND S_WITHIN(geometry, BBOX(1,2,3,4))', { boxes: [box] }],
    ['n > 1 OR S_WITHIN(geometry, BBOX(1,2,3,4))', undefined],
    ['NOT S_INTERSECTS(geometry, BBOX(1,2,3,4))', undefined],
    ['n > 1', undefined],
  ];
  for (const [filter, area] of cases)
    assert.deepEqual(areaOf({ kind: 'features', query: query(filter) }), area, filter);
});

test('an area that is asked for stays what it is, and versions are found by the box index too', () => {
  const asked = query('S_INTERSECTS(geometry, BBOX(1,2,3,4))');
  const area = { boxes: [{ west: 0, south: 0, east: 9, north: 9 }] };
  assert.equal(areaOf({ kind: 'features', query: { ...asked, area } }), area);
  assert.deepEqual(areaOf({ kind: 'features', query: { ...asked, version: 3 } }), { boxes: [box] });
});
