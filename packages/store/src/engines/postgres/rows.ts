import type { ReadRow } from '../../model/feature/row.ts';
import type { Reading } from './reading.ts';
import type { Value } from './self-contained.ts';
import { READ_COLUMNS } from './space-table.ts';
import { idOf } from './stored-row.ts';

type KeyedRow = ReadRow & { key: string };

/** What is read of a row; `sure` tells of one that it lies in the area asked for. */
export function keyedColumns(sure?: string): string {
  return `id AS key, ${READ_COLUMNS}${sure ? `, NOT ${sure} AS "needsRecheck"` : ''}`;
}

/** The rows of a statement that selects keyed columns. */
export async function foundRows<Row extends ReadRow = ReadRow>(
  reading: Reading,
  sql: string,
  values: readonly Value[],
): Promise<Row[]> {
  const rows = await reading.rows<Row & KeyedRow>(sql, values);
  for (const row of rows) row.id = idOf(row);
  return rows;
}

/** Of most rows nothing but the key is needed to know the id. */
export const ID_COLUMNS = `id AS key, seq, geometry_start AS "geometryStart",
  CASE WHEN id LIKE '\\\\%' THEN text ELSE '' END AS text`;
