import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Geometry, loadGeos } from '@meridian/geo';
import { parseFilter } from '../parse-filter.ts';
import { compileFilter } from './compile.ts';
import type { FilterSubject } from './value.ts';

const geos = await loadGeos();

type Feature = { id?: string; geometry?: Geometry | null; properties?: { [name: string]: unknown } };

function subject({ id = 'f', geometry = null, properties = {} }: Feature): FilterSubject {
  return {
    id,
    geometry: () => geometry,
    property: (path) =>
      path.reduce<unknown>(
        (value, name) =>
          typeof value === 'object' && value !== null
            ? (value as { [name: string]: unknown })[name]
            : undefined,
        properties,
      ),
  };
}

function passes(filter: string, feature: Feature): boolean {
  const compiled = compileFilter(parseFilter(filter, 'cql2-text'), geos);
  try {
    return compiled.matches(subject(feature));
  } finally {
    compiled.free();
  }
}

/** Which of true, false and unknown a condition is. */
function outcome(filter: string, feature: Feature): string {
  if (passes(filter, feature)) return 'true';
  return passes(`NOT (${filter})`, feature) ? 'false' : 'unknown';
}

describe('a condition on', () => {
  const properties = {
    n: 5,
    zero: 0,
    name: 'København',
    road: 'Hauptstraße',
    greek: 'ΟΔΟΣ',
    yes: true,
    nothing: null,
    tags: ['a', 'b'],
    at: '2022-04-16T10:13:19Z',
    zoned: '2022-04-16T12:13:19+02:00',
    day: '2022-04-16',
    ms: Date.UTC(2022, 3, 16, 10, 13, 19),
    start: '2022-04-16T10:13:19Z',
    end: '2022-04-16T10:15:10Z',
    address: { street: 'Rådhuspladsen', number: 1 },
    id: 'a property',
  };
  const cases: [filter: string, outcome: 'true' | 'false' | 'unknown'][] = [
    // Numbers, texts, booleans.
    ['n = 5', 'true'],
    ['n <> 5', 'false'],
    ['5 <= n', 'true'],
    ['n > zero', 'true'],
    ["name = 'København'", 'true'],
    ["name > 'Kz'", 'true'],
    ["n = '5'", 'unknown'],
    ['name <> 5', 'unknown'],
    ['yes = TRUE', 'true'],
    ['yes > FALSE', 'true'],
    ['tags = 1', 'unknown'],
    ['address = 1', 'unknown'],
    // Absent and null are not known.
    ['missing = 1', 'unknown'],
    ['nothing <> 1', 'unknown'],
    ['missing IS NULL', 'true'],
    ['nothing IS NULL', 'true'],
    ['n IS NOT NULL', 'true'],
    ['geometry IS NULL', 'true'],
    ['address IS NULL', 'false'],
    ['(missing = 1) IS NULL', 'true'],
    // Three-valued logic.
    ['n = 5 AND missing = 1', 'unknown'],
    ['n = 6 AND missing = 1', 'false'],
    ['n = 5 OR missing = 1', 'true'],
    ['n = 6 OR missing = 1', 'unknown'],
    ['n IN (1, 5)', 'true'],
    ['n IN (1, missing)', 'unknown'],
    ['n IN (5, missing)', 'true'],
    ['n IN (1, 2)', 'false'],
    ['n BETWEEN 5 AND 6', 'true'],
    ['n BETWEEN 6 AND missing', 'false'],
    // Names.
    ["id = 'f'", 'true'],
    ["properties.id = 'a property'", 'true'],
    ['address.number = 1', 'true'],
    ['"address.number" = 1', 'true'],
    ['address.number.more = 1', 'unknown'],
    // Patterns and folding.
    ["name LIKE 'Kø%'", 'true'],
    ["name LIKE 'kø%'", 'false'],
    ["CASEI(name) LIKE CASEI('KØ%N')", 'true'],
    ["CASEI(road) = CASEI('HAUPTSTRASSE')", 'true'],
    ["CASEI(greek) = CASEI('οδος')", 'true'],
    ["ACCENTI(address.street) = ACCENTI('Radhuspladsen')", 'true'],
    ["ACCENTI(name) = ACCENTI('Kobenhavn')", 'true'],
    ["ACCENTI(CASEI(name)) LIKE ACCENTI(CASEI('KØB%'))", 'true'],
    ["ACCENTI('Øłđħ ǿ æ') = 'Oldh o æ'", 'true'],
    ["n LIKE '5'", 'unknown'],
    // Arithmetic.
    ['n + 1 = 6', 'true'],
    ['n div 2 = 2', 'true'],
    ['-7 div 2 = -3', 'true'],
    ['n % 2 = 1', 'true'],
    ['n ^ 2 = 25', 'true'],
    ['n / zero = 1', 'unknown'],
    ['n * name = 1', 'unknown'],
    // Times.
    ["at = TIMESTAMP('2022-04-16T10:13:19Z')", 'true'],
    ["zoned = TIMESTAMP('2022-04-16T10:13:19Z')", 'true'],
    ["ms = TIMESTAMP('2022-04-16T10:13:19Z')", 'true'],
    ["day = DATE('2022-04-16')", 'true'],
    ["at > DATE('2022-04-16')", 'true'],
    ["name > DATE('2022-04-16')", 'unknown'],
    ["T_AFTER(at, INTERVAL('2021-01-01','2021-12-31'))", 'true'],
    ["T_INTERSECTS(at, DATE('2022-04-16'))", 'true'],
    ["T_INTERSECTS(at, INTERVAL('2022-04-01','2022-04-16'))", 'true'],
    ["T_EQUALS(day, INTERVAL('2022-04-16','2022-04-16'))", 'true'],
    ["T_DISJOINT(day, INTERVAL('2022-04-17','..'))", 'true'],
    ["T_DURING(INTERVAL(start,end), INTERVAL('2022-01-01T00:00:00Z','..'))", 'true'],
    ["T_STARTEDBY(INTERVAL(start,end), INTERVAL('2022-04-16T10:13:19Z','2022-04-16T10:14:00Z'))", 'true'],
    ["T_MEETS(INTERVAL(start,end), INTERVAL('2022-04-16T10:15:10Z','..'))", 'true'],
    ["T_OVERLAPS(INTERVAL(start,end), INTERVAL('2022-04-16T10:14:00Z','..'))", 'true'],
    ["T_DURING(at, INTERVAL('..','..'))", 'unknown'],
    ["T_AFTER(missing, DATE('2022-04-16'))", 'unknown'],
    ["T_AFTER(INTERVAL(start,missing), DATE('2022-04-16'))", 'unknown'],
    // Arrays are sets.
    ["A_EQUALS(tags, ('b','a','a'))", 'true'],
    ["A_CONTAINS(tags, ('a'))", 'true'],
    ["A_CONTAINEDBY(tags, ('a','b','c'))", 'true'],
    ["A_OVERLAPS(tags, ('c','b'))", 'true'],
    ['A_OVERLAPS(tags, ())', 'false'],
    ["A_CONTAINS(name, ('a'))", 'unknown'],
    // Functions.
    ["UPPER(name) = 'KØBENHAVN'", 'true'],
    ['length(name) = 9', 'true'],
    ['abs(-3) = 3', 'true'],
    ['floor(2.7) = 2 AND ceil(2.2) = 3', 'true'],
    ['year(at) = 2022 AND month(day) = 4 AND day(ms) = 16', 'true'],
    ['year(name) = 2022', 'unknown'],
    ["geometry_type(geometry) = 'Point'", 'unknown'],
  ];
  for (const [filter, expected] of cases)
    test(`${filter} is ${expected}`, () => assert.equal(outcome(filter, { properties }), expected));
});

describe('a geometry', () => {
  const square = (x: number, y: number, size: number): Geometry => ({
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [x + size, y],
        [x + size, y + size],
        [x, y + size],
        [x, y],
      ],
    ],
  });
  const point = (x: number, y: number): Geometry => ({ type: 'Point', coordinates: [x, y] });
  const line: Geometry = {
    type: 'LineString',
    coordinates: [
      [-1, 1],
      [3, 1],
    ],
  };
  const cases: [filter: string, geometry: Geometry | null, outcome: string][] = [
    ['S_INTERSECTS(geometry, BBOX(0,0,2,2))', point(2, 2), 'true'],
    ['S_INTERSECTS(BBOX(0,0,2,2), geometry)', point(3, 2), 'false'],
    ['S_INTERSECTS(geometry, BBOX(170,-10,-170,10))', point(-175, 0), 'true'],
    ['S_INTERSECTS(geometry, BBOX(170,-10,-170,10))', point(0, 0), 'false'],
    ['S_WITHIN(geometry, BBOX(0,0,2,2))', point(1, 1), 'true'],
    ['S_WITHIN(geometry, BBOX(0,0,2,2))', point(2, 2), 'false'],
    ['S_CONTAINS(geometry, POINT(1 1))', square(0, 0, 2), 'true'],
    ['S_CONTAINS(POINT(1 1), geometry)', square(0, 0, 2), 'false'],
    ['S_WITHIN(POINT(1 1), geometry)', square(0, 0, 2), 'true'],
    ['S_TOUCHES(geometry, BBOX(2,0,4,2))', square(0, 0, 2), 'true'],
    ['S_OVERLAPS(geometry, BBOX(1,1,3,3))', square(0, 0, 2), 'true'],
    ['S_CROSSES(geometry, BBOX(0,0,2,2))', line, 'true'],
    ['S_EQUALS(geometry, BBOX(0,0,2,2))', square(0, 0, 2), 'true'],
    ['S_DISJOINT(geometry, BBOX(5,5,6,6))', square(0, 0, 2), 'true'],
    ['S_INTERSECTS(geometry, GEOMETRYCOLLECTION(POINT(9 9),LINESTRING(1 -1,1 3)))', square(0, 0, 2), 'true'],
    ['S_EQUALS(geometry, geometry)', square(0, 0, 2), 'true'],
    ['S_INTERSECTS(POINT(0 0), POINT(0 0))', null, 'true'],
    ['S_INTERSECTS(geometry, BBOX(0,0,2,2))', null, 'unknown'],
    ['S_DISJOINT(geometry, BBOX(0,0,2,2))', null, 'unknown'],
    ['distance(geometry, POINT(0 0)) < 112000', point(0, 1), 'true'],
    ["geometry_type(geometry) = 'Polygon'", square(0, 0, 2), 'true'],
  ];
  for (const [filter, geometry, expected] of cases)
    test(`${filter} is ${expected} for ${geometry?.type ?? 'none'}`, () =>
      assert.equal(outcome(filter, { geometry }), expected));
});
