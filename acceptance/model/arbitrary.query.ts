import fc from 'fast-check';
import { anyTag, IDS, NUMBERS, ODD_NAMES, STRINGS } from './arbitrary.feature.ts';
import { type Quote, spellFilter } from './filter.spelling.ts';
import type { Operator, PropertyFilter } from './filter.ts';
import type { Json } from './json.ts';
import type { Shape, Wanted } from './reads.ts';
import { spellTags } from './tags.ts';

/** A query as the model understands it and as it is sent. */
export interface Query extends Wanted, Shape {
  readonly text: string;
}

const literal = fc.oneof(
  fc.constantFrom<Json>(...NUMBERS),
  fc.constantFrom<Json>(...STRINGS),
  fc.constantFrom<Json>(true, false),
);
const literalOrNull = fc.oneof(
  { arbitrary: literal, weight: 6 },
  { arbitrary: fc.constant<Json>(null), weight: 1 },
);
const ordered = fc.constantFrom<Operator>('>', '>=', '<', '<=');
const equality = fc.constantFrom<Operator>('=', '!=');

const propertyPath: fc.Arbitrary<readonly string[]> = fc.oneof(
  fc.constantFrom(
    ['n'],
    ['s'],
    ['mixed'],
    ['rank'],
    ['deep', 'b'],
    ['deep', 'a', 'a'],
    ['deep', 'a', '__proto__'],
  ),
  fc.constantFrom(...ODD_NAMES).map((name) => [name]),
  fc.constantFrom(['missing'], ['toString'], ['n', 'n'], ['list', '0'], ['list', 'length']),
);

function filter(
  root: 'p' | 'f',
  path: fc.Arbitrary<readonly string[]>,
  operator: fc.Arbitrary<Operator>,
  value: fc.Arbitrary<Json>,
): fc.Arbitrary<PropertyFilter> {
  const values = fc.uniqueArray(value, { minLength: 1, maxLength: 3 });
  return fc.record({ root: fc.constant(root), path, operator, values });
}

const listPath = fc.constantFrom(['list'], ['mixed']);
const contains = fc.constant<Operator>('contains');
const pattern = fc.record({ k: literal, m: literal }, { requiredKeys: ['k'] });
/** An object stands alone: whether a comma behind it is its own or an OR, clients do not agree. */
const containsObject = fc
  .tuple(filter('p', listPath, contains, literal), pattern)
  .map(([one, object]): PropertyFilter => ({ ...one, values: [{ ...object }] }));

const anyFilter = fc.oneof(
  { arbitrary: filter('p', propertyPath, equality, literalOrNull), weight: 4 },
  {
    arbitrary: filter(
      'p',
      propertyPath,
      ordered,
      literal.filter((one) => typeof one !== 'boolean'),
    ),
    weight: 4,
  },
  { arbitrary: filter('p', listPath, contains, literal), weight: 2 },
  { arbitrary: containsObject, weight: 1 },
  // By code point the first is the greater, by UTF-16 unit the second.
  {
    arbitrary: filter('p', fc.constant(['s']), ordered, fc.constantFrom<Json>('z\u{1F600}', 'z\uffee')),
    weight: 2,
  },
  { arbitrary: filter('f', fc.constant(['id']), equality, fc.constantFrom<Json>(...IDS)), weight: 1 },
  { arbitrary: filter('f', fc.constant(['tags']), fc.constant<Operator>('='), anyTag), weight: 1 },
  { arbitrary: filter('f', fc.constant(['kind']), equality, literalOrNull), weight: 1 },
  {
    arbitrary: filter(
      'f',
      fc.constant(['geometry', 'type']),
      equality,
      fc.constantFrom<Json>('Point', 'Polygon', 'GeometryCollection'),
    ),
    weight: 1,
  },
);

const spelledFilter = fc
  .tuple(anyFilter, fc.nat(5), fc.constantFrom<Quote>('"', "'", 'bare'))
  .map(([value, spelling, quote]) => ({ value, text: spellFilter(value, spelling, quote) }));

const tagFilter = fc.array(fc.array(anyTag, { minLength: 1, maxLength: 2 }), { maxLength: 2 });

const SELECTIONS = [
  'p.n',
  'p.deep.a',
  'p.deep',
  'p.deep.a.__proto__',
  'p.missing',
  'p.@ns:com:here:xyz',
  'p.@ns:com:here:xyz.tags',
  'p.__proto__',
  'constructor',
  'kind',
  'n',
  'properties',
  'id',
  '*',
];
const selection = fc.oneof(
  { arbitrary: fc.constant<string[]>([]), weight: 2 },
  { arbitrary: fc.uniqueArray(fc.constantFrom(...SELECTIONS), { minLength: 1, maxLength: 3 }), weight: 1 },
);

function spellSelection(names: readonly string[], style: number): string[] {
  if (names.length === 0) return [];
  const encoded = names.map(encodeURIComponent);
  if (style === 0) return encoded.map((name) => `selection=${name}`);
  return [`selection=${encoded.join(style === 1 ? ',' : '%2C')}`];
}

export const anyShape = fc
  .tuple(selection, fc.boolean(), fc.nat(2))
  .map(([names, force2D, style]): Shape & { text: string } => ({
    selection: names,
    force2D,
    text: [...spellSelection(names, style), ...(force2D ? ['force2D=True'] : [])].join('&'),
  }));

export const anyQuery: fc.Arbitrary<Query> = fc
  .record({
    shape: anyShape,
    tags: fc.oneof({ arbitrary: fc.constant([]), weight: 2 }, { arbitrary: tagFilter, weight: 1 }),
    filters: fc.uniqueArray(spelledFilter, {
      maxLength: 2,
      // The same key twice means AND for different operators; for the same one nobody says what it means.
      selector: ({ value }) => JSON.stringify([value.root, value.path, value.operator]),
    }),
  })
  .map(({ shape, tags, filters }) => ({
    tags,
    filters: filters.map(({ value }) => value),
    selection: shape.selection,
    force2D: shape.force2D,
    text: [shape.text, tags.length > 0 ? `tags=${spellTags(tags)}` : '', ...filters.map(({ text }) => text)]
      .filter((part) => part !== '')
      .join('&'),
  }));
