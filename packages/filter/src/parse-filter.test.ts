import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../testing/any-character.ts';
import { randomCases } from '../../../testing/effort.ts';
import { FilterError } from './filter-error.ts';
import { writeJson } from './json/write-json.ts';
import { MAX_DEPTH, MAX_NODES } from './limits.ts';
import { parseFilter } from './parse-filter.ts';

const property = (name: string) => ({ property: name });
const op = (name: string, ...args: unknown[]) => ({ op: name, args });

describe('text means', () => {
  const cases: [text: string, json: unknown][] = [
    ["city='Toronto'", op('=', property('city'), 'Toronto')],
    ["city = 'Via dell''Avvento'", op('=', property('city'), "Via dell'Avvento")],
    ["city = 'Via dell\\'Avvento'", op('=', property('city'), "Via dell'Avvento")],
    ['balance-150.0 > 0', op('>', op('-', property('balance'), 150), 0)],
    ['a = -5', op('=', property('a'), -5)],
    ['a = +5', op('=', property('a'), 5)],
    ['a = -b', op('=', property('a'), op('*', -1, property('b')))],
    ['a = .5e1', op('=', property('a'), 5)],
    ['1 + 2 * 3 = 7', op('=', op('+', 1, op('*', 2, 3)), 7)],
    ['(1 + 2) * 3 = 9', op('=', op('*', op('+', 1, 2), 3), 9)],
    ['1 - 2 - 3 = -4', op('=', op('-', op('-', 1, 2), 3), -4)],
    ['7 div 2 = 3', op('=', op('div', 7, 2), 3)],
    [
      'a = 1 OR b = 2 AND c = 3',
      op('or', op('=', property('a'), 1), op('and', op('=', property('b'), 2), op('=', property('c'), 3))),
    ],
    ['NOT a = 1 AND b = 2', op('and', op('not', op('=', property('a'), 1)), op('=', property('b'), 2))],
    ['(a = 1) or (b = 2)', op('or', op('=', property('a'), 1), op('=', property('b'), 2))],
    ["name NOT LIKE 'Smith%'", op('not', op('like', property('name'), 'Smith%'))],
    ["CASEI(name) LIKE CASEI('smith%')", op('like', op('casei', property('name')), op('casei', 'smith%'))],
    [
      'depth BETWEEN 100.0 and 150.0 AND a = 1',
      op('and', op('between', property('depth'), 100, 150), op('=', property('a'), 1)),
    ],
    ['category NOT IN (1,2,3,4)', op('not', op('in', property('category'), [1, 2, 3, 4]))],
    ['geometry IS NOT NULL', op('not', op('isNull', property('geometry')))],
    ['(a = 1) IS NULL', op('isNull', op('=', property('a'), 1))],
    ["updated >= date('1970-01-01')", op('>=', property('updated'), { date: '1970-01-01' })],
    ['"date" > DATE(\'2022-04-16\')', op('>', property('date'), { date: '2022-04-16' })],
    ["date > DATE('2022-04-16')", op('>', property('date'), { date: '2022-04-16' })],
    ['"in" = 1', op('=', property('in'), 1)],
    ['"say ""hi""" = 1', op('=', property('say "hi"'), 1)],
    [
      'S_INTERSECTS(geometry,POINT(36.319836 32.288087))',
      op('s_intersects', property('geometry'), { type: 'Point', coordinates: [36.319836, 32.288087] }),
    ],
    [
      's_within(geometry, POLYGON Z ((0 0 1,1 0 1,1 1 1,0 0 1)))',
      op('s_within', property('geometry'), {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0, 1],
            [1, 0, 1],
            [1, 1, 1],
            [0, 0, 1],
          ],
        ],
      }),
    ],
    [
      'S_INTERSECTS(geometry,MULTIPOINT(1 2,3 4))',
      op('s_intersects', property('geometry'), {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      }),
    ],
    [
      'S_INTERSECTS(geometry,MULTIPOINT((1 2),(-3 4)))',
      op('s_intersects', property('geometry'), {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [-3, 4],
        ],
      }),
    ],
    [
      'S_INTERSECTS(geometry,BBOX(160.6,-55.95,-170,-25.89))',
      op('s_intersects', property('geometry'), { bbox: [160.6, -55.95, -170, -25.89] }),
    ],
    [
      "T_INTERSECTS(at, INTERVAL('1969-07-16T05:32:00Z', '..'))",
      op('t_intersects', property('at'), { interval: ['1969-07-16T05:32:00Z', '..'] }),
    ],
    [
      "t_finishedby(INTERVAL(start,end), INTERVAL('2021-01-01','2021-12-31'))",
      op(
        't_finishedBy',
        { interval: [property('start'), property('end')] },
        { interval: ['2021-01-01', '2021-12-31'] },
      ),
    ],
    [
      "A_CONTAINS(layer:ids, ('layers-ca','layers-us'))",
      op('a_contains', property('layer:ids'), ['layers-ca', 'layers-us']),
    ],
    ["A_EQUALS(a, ('one'))", op('a_equals', property('a'), ['one'])],
    ['A_EQUALS(a, ())', op('a_equals', property('a'), [])],
    ['A_EQUALS(a, ((1),(2,3)))', op('a_equals', property('a'), [[1], [2, 3]])],
    ['A_EQUALS(a, (1, (1 + 2) * 3))', op('a_equals', property('a'), [1, op('*', op('+', 1, 2), 3)])],
    ["UPPER(name) = 'X'", op('=', op('upper', property('name')), 'X')],
    ['TRUE', true],
  ];
  for (const [text, json] of cases)
    test(text, () => assert.deepEqual(writeJson(parseFilter(text, 'cql2-text')), json));
});

describe('text is refused with what is wrong:', () => {
  const cases: [text: string, message: RegExp][] = [
    ['', /^the filter ends where a property, a value or a condition should follow$/],
    ['a =', /ends where a property/],
    ['a = 1 b', /^expected AND, OR or the end instead of "b" at character 7$/],
    ["a = 'x", /^the ' at character 5 is never closed$/],
    ['a = #', /^unexpected "#" at character 5$/],
    ['a = 1e999', /^the number 1e999 is too large$/],
    ['name', /^name is not a condition: compare it with a value, as in name = TRUE$/],
    ['1 + 1', /^1 \+ 1 is not a condition$/],
    ["a > 1 AND 'x'", /^'x' is not a condition$/],
    ["1 = 'x'", /^= compares a number with a text: 1 and 'x'$/],
    ['id > 5', /^> compares a text with a number: id and 5$/],
    ["a IN (1, 'x')", /^IN compares a number with a text/],
    ["a + 'x' = 1", /^\+ takes a number, and 'x' is a text$/],
    ['a LIKE b', /^the pattern of LIKE must be a text, not b$/],
    ['a = geometry', /^= takes a text or a number or .*, and geometry is a geometry$/],
    [
      'S_INTERSECTS(shape, POINT(0 0))',
      /S_INTERSECTS compares geometries, and shape is not one: that of a feature is called geometry/,
    ],
    ['S_INTERSECTS(geometry, POINT(200 0))', /a geometry of the filter:/],
    ['S_INTERSECTS(geometry, POLYGON((0 0,1 1,2 0,0 1)))', /a geometry of the filter:/],
    ['S_INTERSECTS(geometry, BBOX(1,2,3))', /^BBOX at character 24 must have 4 or 6 numbers, not 3$/],
    ['S_INTERSECTS(geometry, BBOX(0,50,1,40))', /latitudes from south to north/],
    ['S_INTERSECTS(geometry)', /^S_INTERSECTS at character 1 takes 2 arguments, not 1$/],
    ["a > DATE('2022-02-30')", /"2022-02-30" at character 10 is neither a date/],
    ["a > TIMESTAMP('2022-02-03T10:00:00+01:00')", /neither a date .* nor a time in UTC/],
    [
      "T_DURING(DATE('2022-01-01'), INTERVAL('..','..'))",
      /^T_DURING takes an interval, and DATE\('2022-01-01'\) is a date or time$/,
    ],
    ['nosuch(a) = 1', /^there is no function nosuch$/],
    ['upper(a, b) = 1', /^upper takes 1 arguments, not 2$/],
    [`${'('.repeat(MAX_DEPTH + 1)}a = 1${')'.repeat(MAX_DEPTH + 1)}`, /nested deeper than 100 levels/],
    [`${'NOT '.repeat(MAX_DEPTH + 1)}TRUE`, /nested deeper than 100 levels/],
    [`a = ${'-'.repeat(MAX_DEPTH + 1)}1`, /nested deeper than 100 levels/],
    [`T_AFTER(${'INTERVAL('.repeat(MAX_DEPTH + 1)}`, /nested deeper than 100 levels/],
    [`a IN (${'1,'.repeat(MAX_NODES)}1)`, /^the filter has 5003 operands, more than the 5000 allowed$/],
    [`${'a + '.repeat(50_000)}1 = 1`, /^the filter has 100003 operands, more than the 5000 allowed$/],
  ];
  for (const [text, message] of cases)
    test(text.slice(0, 60), () =>
      assert.throws(
        () => parseFilter(text, 'cql2-text'),
        (error) => error instanceof FilterError && message.test(error.message),
      ),
    );
});

test('a filter of another system of coordinates is refused for its size before its geometries are looked at', () =>
  assert.throws(
    () =>
      parseFilter(`${'a + '.repeat(50_000)}1 = 1`, 'cql2-text', () => {
        throw new Error('looked at');
      }),
    FilterError,
  ));

describe('JSON is refused with what is wrong:', () => {
  const cases: [value: unknown, message: RegExp][] = [
    [null, /^filter must be an expression, not null$/],
    [{}, /^filter must have one of the members op, property/],
    [op('='), /^filter: = takes 2 arguments, not 0$/],
    [op('and', true), /^filter: and takes at least 2 arguments, not 1$/],
    [{ op: '=', args: 5 }, /^filter\.args must be an array$/],
    [op('not', op('=', { property: 5 }, 1)), /^filter\.args\[0\]\.args\[0\]\.property must be a string$/],
    [op('in', property('a'), 5), /^filter\.args\[1\] must be an array$/],
    [op('=', property('a'), { date: '2022' }), /^filter\.args\[1\]\.date must be a date such as 2022-04-16$/],
    [
      op('t_during', { interval: [1, 2] }, { interval: ['..', '..'] }),
      /^filter\.args\[0\]\.interval\[0\] must be a date/,
    ],
    [
      op('s_intersects', property('geometry'), { bbox: [1] }),
      /^filter\.args\[1\]\.bbox must be an array of 4 or 6 numbers$/,
    ],
    [op('s_intersects', property('geometry'), { type: 'Blob' }), /a geometry of the filter:/],
  ];
  for (const [value, message] of cases)
    test(JSON.stringify(value), () =>
      assert.throws(
        () => parseFilter(JSON.stringify(value), 'cql2-json'),
        (error) => error instanceof FilterError && message.test(error.message),
      ),
    );

  test('what is no JSON', () =>
    assert.throws(() => parseFilter('{', 'cql2-json'), /^FilterError: the filter is not valid JSON/));
});

test('whatever is sent, a filter is read or refused with a FilterError', () => {
  const pieces = fc.constantFrom(
    ..."( ) , = <> < NOT AND OR a 'x' 1 - + IN LIKE BETWEEN IS NULL DATE('2022-01-01') POINT(1 1) POINT BBOX CASEI( A_EQUALS( T_AFTER( INTERVAL( \" ' \\ div ^".split(
      ' ',
    ),
  );
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(pieces, { maxLength: 30 }).map((list) => list.join(' ')),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom('cql2-text' as const, 'cql2-json' as const), (text, language) => {
      try {
        parseFilter(text, language);
      } catch (error) {
        assert.ok(error instanceof FilterError, String(error));
      }
    }),
    { numRuns: randomCases(5000) },
  );
});
