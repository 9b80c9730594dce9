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

/** Columns in binary form, in the order of `keyedColumns`; of a feature without a geometry it is not known whether it is sure. */
type BinaryRow = [
  key: Buffer,
  seq: Buffer,
  hasZ: Buffer,
  geometryStart: Buffer,
  propertiesStart: Buffer,
  propertiesEnd: Buffer,
  text: Buffer,
  needsRecheck?: Buffer | null,
];

/** The same for many rows of one table: the driver takes twice as long to make objects of texts. */
export async function foundInBinary(
  reading: Reading,
  sql: string,
  values: readonly Value[],
): Promise<ReadRow[]> {
  const rows = (await reading.binary(sql, values)) as unknown as BinaryRow[];
  return rows.map(([key, seq, hasZ, geometryStart, propertiesStart, propertiesEnd, text, needsRecheck]) => {
    const row: KeyedRow = {
      key: key.toString(),
      seq: seq.readInt32BE() * 2 ** 32 + seq.readUInt32BE(4),
      id: '',
      hasZ: hasZ.readInt32BE(),
      geometryStart: geometryStart.readInt32BE(),
      propertiesStart: propertiesStart.readInt32BE(),
      propertiesEnd: propertiesEnd.readInt32BE(),
      text: text.toString(),
    };
    if (needsRecheck) row.needsRecheck = needsRecheck[0] === 1;
    row.id = idOf(row);
    return row;
  });
}

/** Of most rows nothing but the key is needed to know the id. */
export const ID_COLUMNS = `id AS key, seq, geometry_start AS "geometryStart",
  CASE WHEN id LIKE '\\\\%' THEN text ELSE '' END AS text`;
