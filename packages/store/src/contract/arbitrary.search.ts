import fc from 'fast-check';
import {
  COMPARISONS,
  type FeatureFilter,
  type Operand,
  type PropertyTest,
  type SortKey,
} from '../model/query/query.ts';

export const PATHS = [['v'], ['w'], ['deep', 'v']];
const TAGS = ['a', 'b', 'c'];

/** JSON texts of values that lie close together: equal, neighbours in order, alike but of another type. */
const VALUES = [
  ...[
    '0',
    '1',
    '-1',
    '1.5',
    '1e-7',
    '9007199254740991',
    '9007199254740993',
    '1e300',
    '1e999',
    '-1e-400',
    '""',
    '"a"',
    '"b"',
    '"ab"',
    '"A"',
    '"é"',
    '"\\uffff"',
    '"🜨"',
    '"1"',
    '"true"',
  ],
  ...[
    'true',
    'false',
    'null',
    '[]',
    '["a",1]',
    '[null]',
    '[{"k":1}]',
    '{}',
    '{"k":1}',
    '{"k":{"m":"a"},"v":1}',
  ],
];
const OPERANDS: Operand[] = [
  0,
  1,
  -1,
  1.5,
  1e-7,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 53 + 2,
  1e300,
  '',
  'a',
  'b',
  'ab',
  'A',
  'é',
  '\uffff',
  '🜨',
  '1',
  'true',
  true,
  false,
  null,
];
const PATTERNS: Operand[] = [{}, { k: 1 }, { k: { m: 'a' } }, { v: 1 }];

const members = fc.record(
  {
    v: fc.constantFrom(...VALUES),
    w: fc.constantFrom(...VALUES),
    deep: fc.constantFrom('{}', 'null', '5', ...VALUES.map((value) => `{"v":${value}}`)),
  },
  { requiredKeys: [] },
);

/** A feature's properties as JSON text: digits that no number holds are among them. */
export const propertiesText: fc.Arbitrary<string> = fc
  .tuple(members, fc.subarray(TAGS))
  .map(([values, tags]) => {
    const texts = Object.entries(values).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
    return `{${[...texts, `"@ns:com:here:xyz":{"tags":${JSON.stringify(tags)}}`].join(',')}}`;
  });

const propertyTest: fc.Arbitrary<PropertyTest> = fc.constantFrom(...COMPARISONS).chain((comparison) =>
  fc.record({
    root: fc.constant('properties' as const),
    path: fc.constantFrom(...PATHS, ['absent']),
    comparison: fc.constant(comparison),
    operands: fc.array(fc.constantFrom(...OPERANDS, ...(comparison === 'contains' ? PATTERNS : [])), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
);

export type CompositeQuery = { filter: FeatureFilter; limit: number; sort: readonly SortKey[] };

export const question: fc.Arbitrary<CompositeQuery> = fc.record({
  filter: fc.record({
    tags: fc.array(fc.subarray(TAGS, { minLength: 1 }), { maxLength: 2 }),
    tests: fc.array(propertyTest, { maxLength: 2 }),
  }),
  limit: fc.integer({ min: 1, max: 30 }),
  sort: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.record({
          root: fc.constant('properties' as const),
          path: fc.constantFrom(...PATHS),
          descending: fc.boolean(),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    },
  ),
});
