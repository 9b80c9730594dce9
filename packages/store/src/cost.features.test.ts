import { describe, test } from 'node:test';
import { assertLinear, UNITS, worstText } from '../../../testing/cost.ts';
import { readFeatureInput } from './model/feature/read-input.ts';
import { parseExactly } from './model/json/exact-json.ts';
import { compileFeatureSchema } from './rules/processors/feature-schema.ts';
import { ruleTagger } from './rules/processors/rule-tagger.ts';

/** Characters, or entries: what grows with the square of them is by far the largest cost here. */
const SIZE = 2_000;
const LIMITS = { maxVertices: 1_000_000 };

/** Values of a member that has about so many characters or entries. */
const VALUES: Readonly<Record<string, (size: number) => unknown>> = {
  ...Object.fromEntries(
    Object.entries(UNITS).map(([what, unit]) => [what, (size: number) => worstText(unit, size)]),
  ),
  texts: (size) => Array.from({ length: size }, (_, i) => `t${i}`),
  'the same text': (size) => Array(size).fill('a'),
  members: (size) => Object.fromEntries(Array.from({ length: size }, (_, i) => [`m${i}`, i])),
  positions: (size) => ({ type: 'MultiPoint', coordinates: Array(size).fill([1, 2]) }),
  line: (size) => ({
    type: 'LineString',
    coordinates: Array.from({ length: size }, (_, i) => [i % 180, i % 90]),
  }),
  polygons: (size) => ({
    type: 'MultiPolygon',
    coordinates: Array(size / 10).fill([
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ]),
  }),
  geometries: (size) => ({
    type: 'GeometryCollection',
    geometries: Array(size).fill({ type: 'Point', coordinates: [1, 2] }),
  }),
  tags: (size) => ({ '@ns:com:here:xyz': { tags: Array.from({ length: size }, (_, i) => `T${i % 7}`) } }),
};

describe('twice as large a feature costs twice as much:', () => {
  for (const member of ['id', 'type', 'geometry', 'properties', 'bbox', 'foreign'])
    test(member, () => {
      for (const [what, value] of Object.entries(VALUES))
        assertLinear(
          `${member} of ${what}`,
          (size) => JSON.stringify({ type: 'Feature', [member]: value(size) }),
          (text) => readFeatureInput(parseExactly(text, 'body'), LIMITS),
          SIZE,
        );
    });
});

/** A schema with about so much in one place. Compiled on threads of their own, within five seconds; still linear. */
const SCHEMAS: Readonly<Record<string, (size: number) => unknown>> = {
  properties: (size) => ({
    properties: Object.fromEntries(Array.from({ length: size }, (_, i) => [`p${i}`, { type: 'number' }])),
  }),
  alternatives: (size) => ({ anyOf: Array(size).fill({ type: 'string' }) }),
  definitions: (size) => ({
    $defs: Object.fromEntries(Array.from({ length: size }, (_, i) => [`d${i}`, true])),
  }),
  values: (size) => ({ enum: Array.from({ length: size }, (_, i) => i) }),
  required: (size) => ({ required: Array.from({ length: size }, (_, i) => `r${i}`) }),
  'a description': (size) => ({ description: 'x'.repeat(size) }),
};

describe('twice as large a JSON schema costs twice as much to compile:', () => {
  for (const [what, schema] of Object.entries(SCHEMAS))
    test(what, () =>
      assertLinear(
        what,
        (size) => JSON.stringify(schema(size)),
        (text) => compileFeatureSchema(text, 'schema'),
        SIZE / 4,
      ),
    );
});

describe('twice as long a tagging rule, or twice as many, cost twice as much to compile:', () => {
  for (const start of ['', '$', '$.features[?(@.properties.', '$["'])
    test(`a rule that begins with ${start || 'nothing'}`, () => {
      for (const [what, unit] of Object.entries(UNITS))
        assertLinear(
          `${start} with ${what}`,
          (size) => ({ taggingRules: { a: start + worstText(unit, size) } }),
          (params) => ruleTagger.compile(params, 'rules'),
          // The longest rule has four thousand characters.
          900,
        );
    });

  test('many rules', () =>
    assertLinear(
      'rules',
      (size) => ({
        taggingRules: Object.fromEntries(
          Array.from({ length: size }, (_, i) => [`t${i}`, '$.features[*].id']),
        ),
      }),
      (params) => ruleTagger.compile(params, 'rules'),
      500,
    ));
});
