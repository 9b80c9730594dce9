import {
  type Comparison,
  type FeaturePath,
  invalid,
  isObject,
  normalizeTag,
  type Operand,
  type PropertyTest,
  parseExactly,
} from '@meridian/hub';
import { decodePart } from '../http/target.ts';
import type { QueryPair, QueryString } from './query-string.ts';

/** Leftmost wins, and at one place the longest: `p.n>=10` is `>=`, not `>`. */
const OPERATOR = /=gte=|=lte=|=gt=|=lt=|=cs=|!=|>=|<=|@>|=|>|</;

const COMPARISON_OF: Record<string, Comparison> = {
  '=': '=',
  '!=': '!=',
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
  '@>': 'contains',
  '=gt=': '>',
  '=gte=': '>=',
  '=lt=': '<',
  '=lte=': '<=',
  '=cs=': 'contains',
};

/** Stands for a raw comma while the rest is decoded; no decoded text can contain it. */
const RAW_COMMA = '\ud800';

/** The tests of a property search: every parameter whose name begins with `p.` or `f.`. */
export function readPropertyTests(query: QueryString): PropertyTest[] {
  return query.pairs.filter(isPropertyTest).map(readPropertyTest);
}

function isPropertyTest({ name }: QueryPair): boolean {
  return name.startsWith('p.') || name.startsWith('f.');
}

function readPropertyTest(pair: QueryPair): PropertyTest {
  const { key, comparison, values } = splitTest(pair);
  const path = readFeaturePath(key);
  const isTags = path.root === 'feature' && path.path.join('.') === 'tags';
  const isText = path.root === 'feature' && ['id', 'tags'].includes(path.path.join('.'));
  const operands = values.map((value) => (isText ? readText(value) : readOperand(value, key, comparison)));
  return {
    ...path,
    comparison,
    operands: isTags ? operands.map((tag) => (typeof tag === 'string' ? normalizeTag(tag) : tag)) : operands,
  };
}

export type SplitTest = { key: string; comparison: Comparison; values: string[] };

/** Splits the decoded text at its operator, and the value at its raw commas. */
export function splitTest({ raw }: Pick<QueryPair, 'raw'>): SplitTest {
  const text = decodePart(raw.replaceAll(',', RAW_COMMA).replaceAll('+', ' '), 'a property search');
  const operator = OPERATOR.exec(text);
  const plain = (part: string) => part.replaceAll(RAW_COMMA, ',');
  if (!operator) throw invalid(`${plain(text)} compares nothing: write for example ${plain(text)}=value`);
  const key = plain(text.slice(0, operator.index));
  const value = text.slice(operator.index + operator[0].length);
  const comparison = COMPARISON_OF[operator[0]]!;
  const pieces = value.split(RAW_COMMA);
  const values = comparison === 'contains' && value.startsWith('{') ? joinObjects(pieces) : pieces;
  return { key, comparison, values };
}

/** A JSON object may be sent with its commas raw: pieces are put together again until they are one. */
function joinObjects(pieces: string[]): string[] {
  const values: string[] = [];
  let open: string | undefined;
  for (const piece of pieces) {
    open = open === undefined ? piece : `${open},${piece}`;
    if (open.startsWith('{') && !isJson(open)) continue;
    values.push(open);
    open = undefined;
  }
  return open === undefined ? values : [...values, open];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `p.a.b` → below properties; `f.a` → at the root of the feature. */
export function readFeaturePath(key: string): FeaturePath {
  const path = key.slice(2).split('.');
  if (!/^[pf]\./.test(key) || path.includes(''))
    throw invalid(`${key} names no property: write p.name or f.name`);
  return { root: key.startsWith('p.') ? 'properties' : 'feature', path };
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Ids and tags are texts, also where they look like something else. */
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
