import {
  COMPARISONS,
  type Comparison,
  type FeaturePath,
  GEOMETRY_TYPES,
  invalid,
  isObject,
  normalizeTag,
  type Operand,
  type PropertyTest,
  parseExactly,
} from '@meridian/hub';
import type { QueryPair, QueryString } from '../http/request/query-string.ts';
import { decodePart } from '../http/request/target.ts';
import { joinObjects } from './json-values.ts';

/** As they are written: with signs, and in words for URLs in which < and > would need encoding. */
const SPELLINGS: { readonly [C in Comparison]: readonly string[] } = {
  '=': ['='],
  '!=': ['!='],
  '>': ['>', '=gt='],
  '>=': ['>=', '=gte='],
  '<': ['<', '=lt='],
  '<=': ['<=', '=lte='],
  contains: ['@>', '=cs='],
};

const COMPARISON_OF: ReadonlyMap<string, Comparison> = new Map(
  COMPARISONS.flatMap((comparison) =>
    SPELLINGS[comparison].map((spelling): [string, Comparison] => [spelling, comparison]),
  ),
);

/** For those who read about it. */
export const SPELLED = [...COMPARISON_OF.keys()].join(' ');

/** Leftmost wins, and at one position the longest: `p.n>=10` is `>=`, not `>`. */
const LONGEST_FIRST = [...COMPARISON_OF.keys()].sort((a, b) => b.length - a.length);
const OPERATOR = new RegExp(LONGEST_FIRST.map((spelling) => RegExp.escape(spelling)).join('|'));

/** The comparisons by order. */
const ORDER: readonly Comparison[] = ['>', '>=', '<', '<='];

/** What one search may ask of a feature: each test is held against every candidate, and is a part of a statement. */
export const MAX_PROPERTY_TESTS = 100;

/** The tests of a property search: every parameter whose name begins with `p.` or `f.`. */
export function readPropertyTests(query: QueryString): PropertyTest[] {
  const tests = query.pairs.filter(isPropertyTest);
  if (tests.length > MAX_PROPERTY_TESTS)
    throw invalid(
      `a search can have at most ${MAX_PROPERTY_TESTS} comparisons with p.… and f.…, not ${tests.length}; one can name many values: p.name=a,b,c`,
    );
  return tests.map(readPropertyTest);
}

function isPropertyTest({ name }: QueryPair): boolean {
  return name.startsWith('p.') || name.startsWith('f.');
}

function readPropertyTest(pair: QueryPair): PropertyTest {
  const { key, comparison, values } = splitTest(pair);
  const path = readFeaturePath(key);
  const read = path.root === 'feature' ? ROOT_VALUES.get(path.path.join('.')) : undefined;
  const operands = values.map((value) => (read ? read(value) : readOperand(value, key, comparison)));
  return { ...path, comparison, operands };
}

/** Members of a feature that are always texts, also where a value looks like something else. */
const ROOT_VALUES: ReadonlyMap<string, (value: string) => Operand> = new Map([
  ['id', readText],
  ['tags', (value: string) => ofText(readText(value), normalizeTag)],
  ['geometry.type', (value: string) => ofText(readText(value), readGeometryType)],
]);

function ofText(operand: Operand, read: (text: string) => string): Operand {
  return typeof operand === 'string' ? read(operand) : operand;
}

/** The case of the name does not matter: `point` is `Point`. */
function readGeometryType(text: string): string {
  const lower = text.toLowerCase();
  return GEOMETRY_TYPES.find((type) => type.toLowerCase() === lower) ?? text;
}

export type SplitTest = { key: string; comparison: Comparison; values: string[] };

/** Splits the decoded text at its operator, and the value at its raw commas; those of the key are part of it. */
export function splitTest({ raw, rawValue }: QueryPair): SplitTest {
  const parts = raw.split(',').map((part) => decodePart(part.replaceAll('+', ' '), 'a property search'));
  const at = parts.findIndex((part) => OPERATOR.test(part));
  const operator = OPERATOR.exec(parts[at] ?? '');
  if (!operator) {
    const text = parts.join(',');
    throw invalid(`${text} compares nothing: write for example ${text}=value`);
  }
  const { index, input, 0: spelling } = operator;
  const key = [...parts.slice(0, at), input.slice(0, index)].join(',');
  const comparison = COMPARISON_OF.get(spelling)!;
  const written = [input.slice(index + spelling.length), ...parts.slice(at + 1)];
  // URL builders write the name `p.n>5` with an empty value as `p.n%3E5=`.
  const isName = rawValue === '' && raw.endsWith('=') && written.join() !== '' && ORDER.includes(comparison);
  const pieces = isName ? [...written.slice(0, -1), written.at(-1)!.slice(0, -1)] : written;
  const isPattern = comparison === 'contains' && pieces[0]!.startsWith('{');
  return { key, comparison, values: isPattern ? joinObjects(pieces) : pieces };
}

/** `p.a.b` → below properties; `f.a` → at the root of the feature. */
export function readFeaturePath(key: string): FeaturePath {
  const path = key.slice(2).split('.');
  if (!/^[pf]\./.test(key) || path.includes(''))
    throw invalid(`${key} names no property: write p.name or f.name`);
  return { root: key.startsWith('p.') ? 'properties' : 'feature', path };
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function readText(value: string): Operand {
  return value === '.null' ? null : unquoted(value);
}

function readOperand(value: string, key: string, comparison: Comparison): Operand {
  if (value === 'true' || value === 'false') return value === 'true';
  if (value === '.null') return null;
  if (JSON_NUMBER.test(value)) return readNumber(value, key);
  if (comparison === 'contains' && value.startsWith('{')) return readPattern(value, key);
  return unquoted(value);
}

function unquoted(value: string): string {
  return value.length > 1 && /^(".*"|'.*')$/s.test(value) ? value.slice(1, -1) : value;
}

function readNumber(value: string, key: string): number {
  const number = Number(value);
  if (!Number.isFinite(number)) throw invalid(`${key}: ${value} is too large for a number`);
  return number;
}

function readPattern(value: string, key: string): { [name: string]: unknown } {
  if (!isObject(parseExactly(value, key))) throw invalid(`${key}: ${value} must be a JSON object`);
  // Compared with the nearest numbers, as plain operands are.
  return JSON.parse(value);
}
