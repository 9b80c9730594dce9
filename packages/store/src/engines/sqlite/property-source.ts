import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Operand, PropertyTest } from '../../model/query/query.ts';
import { cachedStatement } from './cached-statements.ts';
import { indexedValue } from './property-index.ts';
import type { SeqIndex } from './seq-index.ts';
import { pagedSource } from './seq-pages.ts';

/** SQLite has room for 500 selections in one statement. */
const MAX_RANGES = 100;

/** The rows that an index finds for a test; undefined where there is no index or it is of no use. */
export function propertySource(database: DatabaseSync, test: PropertyTest): SeqIndex | undefined {
  const ranges = [...new Set(test.operands)].map((operand) => valueRange(test, operand));
  if (test.root !== 'properties' || !ranges.every((range) => range !== undefined)) return undefined;
  const index = cachedStatement(
    database,
    'SELECT property FROM indexed_property WHERE path = ? AND built_to IS NULL',
  ).get(JSON.stringify(test.path));
  if (!index) return undefined;
  const alternatives = ranges.map(({ sql, values }) => ({
    sql: `SELECT seq FROM property_value WHERE property = ? AND ${sql}`,
    values: [index.property as number, ...values],
  }));
  const source = { name: 'property index' as const, settlesTags: false, collect: () => undefined };
  if (test.comparison === '=') return { ...source, page: pagedSource(database, alternatives) };
  if (alternatives.length > MAX_RANGES) return undefined;
  const sql = alternatives.map(({ sql }) => sql).join(' UNION ');
  const values = alternatives.flatMap(({ values }) => values);
  // A range has its rows in the order of values, not of insertion.
  const collect = (after: number, max: number) => {
    const rows = database.prepare(`${sql} LIMIT ${max + 1}`).all(...values);
    if (rows.length > max) return undefined;
    const seqs = new Set(rows.map(({ seq }) => seq as number).filter((seq) => seq > after));
    return [...seqs].sort((a, b) => a - b);
  };
  return { ...source, collect };
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
