import { type Expression, FilterError, parseFilter } from '@meridian/filter';
import fc from 'fast-check';

const NAMES = ['v', 'w', 'deep.v', 'absent'];
const LITERALS = [
  '0',
  '1',
  '-1',
  '1.5',
  '9007199254740993',
  "''",
  "'a'",
  "'b'",
  "'A'",
  "'é'",
  'true',
  'false',
];

const name = fc.constantFrom(...NAMES);
const literal = fc.constantFrom(...LITERALS);
const operator = fc.constantFrom('=', '<>', '<', '>', '<=', '>=');

/** Conditions that look at one property, at two, at none, at the id, or at the geometry. */
const leaf: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(name, operator, literal).map(([left, op, right]) => `${left} ${op} ${right}`),
  fc.tuple(literal, operator, name).map(([left, op, right]) => `${left} ${op} ${right}`),
  fc.tuple(name, operator, name).map(([left, op, right]) => `${left} ${op} ${right}`),
  name.map((one) => `${one} BETWEEN 0 AND 1.5`),
  fc
    .tuple(name, fc.array(literal, { minLength: 1, maxLength: 3 }))
    .map(([one, list]) => `${one} IN (${list})`),
  name.map((one) => `${one} IS NULL`),
  fc.tuple(name, fc.constantFrom('a%', '%', '_', '%b', 'A')).map(([one, text]) => `${one} LIKE '${text}'`),
  name.map((one) => `CASEI(${one}) = CASEI('A')`),
  name.map((one) => `ACCENTI(${one}) LIKE ACCENTI('é%')`),
  name.map((one) => `A_CONTAINS(${one}, ('a'))`),
  name.map((one) => `${one} > DATE('2020-01-01')`),
  fc.constant('v + w > 1'),
  fc.constant("id > 'f2'"),
  fc.constant("id IN ('f1', 'f3')"),
  fc.constant('S_INTERSECTS(geometry, BBOX(0, 0, 20, 20))'),
  fc.constant('geometry IS NULL'),
);

const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a} AND ${b})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a} OR ${b})`),
    tie('condition').map((one) => `NOT (${one})`),
  ),
}));

/** Filters of CQL2 that are well typed, over the properties of `propertiesText`. */
export const conditionText: fc.Arbitrary<string> = condition.filter((text) => tryParse(text) !== undefined);

export function parsedCondition(text: string): Expression {
  return tryParse(text)!;
}

function tryParse(text: string): Expression | undefined {
  try {
    return parseFilter(text, 'cql2-text');
  } catch (error) {
    if (error instanceof FilterError) return undefined;
    throw error;
  }
}
