import { describe, test } from 'node:test';
import { assertLinear, UNITS, worstText } from '../../../testing/cost.ts';
import { compileFilter } from './evaluate/compile.ts';
import { FilterError } from './filter-error.ts';
import { parseFilter } from './parse-filter.ts';

/** Characters: what grows with the square of them is by far the largest cost here. */
const SIZE = 3_000;

/** A filter as a request brings it: read, checked and made ready. Refusing it is fine. */
function read(text: string, language: 'cql2-text' | 'cql2-json'): void {
  try {
    const filter = parseFilter(text, language);
    // Geometries are made ready by GEOS, which is linear and takes its time to load.
    if (!/s_intersects/i.test(text)) compileFilter(filter, undefined);
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
  }
}

const STARTS: readonly string[] = ['', "a = '", 'a IN (', "a LIKE '", 'S_INTERSECTS(geometry, ', '"'];
/** What a condition can be repeated with, up to the bounds of depth and size and beyond. */
const REPEATED: Readonly<Record<string, (size: number) => string>> = {
  conjunctions: (size) =>
    Array(Math.ceil(size / 10))
      .fill('a = 1')
      .join(' AND '),
  'nested parentheses': (size) => `${'('.repeat(size)}a = 1${')'.repeat(size)}`,
  negations: (size) => `${'NOT '.repeat(size / 4)}a = 1`,
  'list items': (size) =>
    `a IN (${Array(size / 2)
      .fill('1')
      .join(',')})`,
  sums: (size) =>
    `a = ${Array(size / 4)
      .fill('1')
      .join(' + ')}`,
  'positions of a line': (size) =>
    `S_INTERSECTS(geometry, LINESTRING(${Array(size / 4)
      .fill('1 2')
      .join(',')}))`,
  wildcards: (size) => `a LIKE '${'%_'.repeat(size / 2)}'`,
};
const JSON_SHAPES: Readonly<Record<string, (size: number) => unknown>> = {
  conjunctions: (size) => ({
    op: 'and',
    args: Array(size / 20).fill({ op: '=', args: [{ property: 'a' }, 1] }),
  }),
  'list items': (size) => ({ op: 'in', args: [{ property: 'a' }, Array(size / 2).fill(1)] }),
  'a long name': (size) => ({ op: '=', args: [{ property: 'a'.repeat(size) }, 1] }),
  'positions of a line': (size) => ({
    op: 's_intersects',
    args: [{ property: 'geometry' }, { type: 'LineString', coordinates: Array(size / 4).fill([1, 2]) }],
  }),
};

describe('twice as long a CQL2 text costs twice as much:', () => {
  for (const start of STARTS)
    test(start || 'from its begin', () => {
      for (const [what, unit] of Object.entries(UNITS))
        assertLinear(
          `${start} with ${what}`,
          (size) => start + worstText(unit, size),
          (text) => read(text, 'cql2-text'),
          SIZE,
        );
    });
  for (const [what, make] of Object.entries(REPEATED))
    test(what, () => assertLinear(what, make, (text) => read(text, 'cql2-text'), SIZE));
});

describe('twice as large a CQL2 filter in JSON costs twice as much:', () => {
  for (const start of ['', '{"op":"', '{"op":"and","args":[', '{"op":"=","args":[{"property":"'])
    test(start || 'from its begin', () => {
      for (const [what, unit] of Object.entries(UNITS))
        assertLinear(
          `${start} with ${what}`,
          (size) => start + worstText(unit, size),
          (text) => read(text, 'cql2-json'),
          SIZE,
        );
    });
  for (const [what, make] of Object.entries(JSON_SHAPES))
    test(what, () =>
      assertLinear(
        what,
        (size) => JSON.stringify(make(size)),
        (text) => read(text, 'cql2-json'),
        SIZE,
      ),
    );
  test('nesting', () =>
    assertLinear(
      'nesting',
      (size) => `${'{"op":"not","args":['.repeat(size / 20)}true${']}'.repeat(size / 20)}`,
      (text) => read(text, 'cql2-json'),
      SIZE,
    ));
});
