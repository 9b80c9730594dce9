import type { SQLInputValue } from 'node:sqlite';
import type { FeatureFilter, FeatureQuery, Operand, PropertyTest } from '../query/query.ts';
import { indexedValue } from './property-index.ts';
import type { SpaceReader } from './space-reader.ts';
import { tagCondition } from './tag-condition.ts';

/**
 * Conditions on a feature row that SQL can decide, everything bound. `scans` says that rows have to be looked at to
 * decide them, rather than found through an index.
 */
export type Candidates = { conditions: string[]; values: SQLInputValue[]; scans: boolean };

/**
 * Narrows a walk to rows that may match: exactly by tags, part and indexed properties. Property tests are decided
 * by `matches` on every candidate, so an index only has to let all true matches pass.
 */
export function candidatesFor(reader: SpaceReader, query: Pick<FeatureQuery, 'filter' | 'part'>): Candidates {
  const found: Candidates = { conditions: [], values: [], scans: false };
  addTags(found, query.filter);
  if (query.part) {
    found.conditions.push('seq % ? = ?');
    found.values.push(query.part.count, query.part.index);
  }
  for (const test of query.filter.tests) addIndexed(found, reader, test);
  return found;
}

function addTags(found: Candidates, { tags }: FeatureFilter): void {
  if (tags.length === 0) return;
  const { sql, values } = tagCondition(tags);
  found.conditions.push(`seq IN (${sql})`);
  found.values.push(...values);
}

function addIndexed(found: Candidates, reader: SpaceReader, test: PropertyTest): void {
  if (isIdTest(test)) {
    found.conditions.push(`id IN (${test.operands.map(() => '?').join(', ')})`);
    found.values.push(...(test.operands as string[]));
    return;
  }
  if (test.root !== 'properties') return;
  const ranges = test.operands.map((operand) => valueRange(test, operand));
  const index = reader.database
    .prepare('SELECT property FROM indexed_property WHERE path = ? AND built_to IS NULL')
    .get(JSON.stringify(test.path));
  if (!index || !ranges.every((range) => range !== undefined)) return addTextual(found, test);
  const alternatives = ranges.map(
    ({ sql }) => `SELECT seq FROM property_value WHERE property = ? AND ${sql}`,
  );
  found.conditions.push(`seq IN (${alternatives.join(' UNION ')})`);
  for (const { values } of ranges) found.values.push(index.property as number, ...values);
}

function isIdTest({ root, path, comparison, operands }: PropertyTest): boolean {
  return (
    root === 'feature' &&
    path.length === 1 &&
    path[0] === 'id' &&
    comparison === '=' &&
    operands.every((operand) => typeof operand === 'string')
  );
}

type ValueRange = { sql: string; values: SQLInputValue[] };

/** Numbers lie below every text, texts below every blob: an open range is closed at that border. */
const RANGES: Partial<Record<PropertyTest['comparison'], (type: 'number' | 'string') => string>> = {
  '=': () => 'value = ?',
  '>': (type) => `value > ? AND value < ${type === 'number' ? "''" : "x''"}`,
  '>=': (type) => `value >= ? AND value < ${type === 'number' ? "''" : "x''"}`,
  '<': (type) => (type === 'number' ? 'value < ?' : "value < ? AND value >= ''"),
  '<=': (type) => (type === 'number' ? 'value <= ?' : "value <= ? AND value >= ''"),
};

function valueRange({ comparison }: PropertyTest, operand: Operand): ValueRange | undefined {
  const value = indexedValue(operand);
  const range = RANGES[comparison];
  if (value === undefined || !range) return undefined;
  if (typeof value === 'object')
    return comparison === '=' ? { sql: 'value = ?', values: [value] } : undefined;
  return { sql: range(typeof value as 'number' | 'string'), values: [value] };
}

/**
 * Without an index: a feature whose text has neither the name nor one of the values can't match, and to see that is
 * far cheaper than to parse it. Names and values are written as JSON.stringify wrote them when they were stored.
 */
function addTextual(found: Candidates, { path, comparison, operands }: PropertyTest): void {
  if (operands.includes(null) && comparison === '=') return;
  contains(found, [`${JSON.stringify(path.at(-1))}:`]);
  const written = operands.map(writtenValue);
  if (comparison === '=' && written.every((value) => value !== undefined)) contains(found, written);
  found.scans = true;
}

function contains(found: Candidates, texts: string[]): void {
  found.conditions.push(`(${texts.map(() => 'instr(text, ?) > 0').join(' OR ')})`);
  found.values.push(...texts);
}

/** How a value looks in a stored text; undefined where more than one way is possible. */
function writtenValue(operand: Operand): string | undefined {
  if (typeof operand === 'number') return Math.abs(operand) < 2 ** 53 ? String(operand) : undefined;
  return typeof operand === 'object' ? undefined : JSON.stringify(operand);
}
