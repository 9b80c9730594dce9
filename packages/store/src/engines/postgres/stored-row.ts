import type { FeatureText } from '../../model/feature/feature-text.ts';
import { StoredRow } from '../../rules/write/feature-table.ts';

/** A row as the writer fetches it. */
export const ROW_COLUMNS = `id AS key, seq, created_at AS "createdAt", updated_at AS "updatedAt",
  geometry_start AS "geometryStart", properties_start AS "propertiesStart", properties_end AS "propertiesEnd", has_z AS "hasZ", text`;

export type FetchedRow = FeatureText & {
  key: string;
  seq: number;
  createdAt: number;
  updatedAt: number;
  hasZ: boolean;
};

const BEFORE_ID = '{"type":"Feature","id":'.length;
const BEHIND_ID = ',"geometry":'.length;

/** The id behind a key: most are their own; the others stand in the text. */
export function idOf({ key, text, geometryStart }: { key: string } & FeatureText): string {
  if (!key.startsWith('\\')) return key;
  return JSON.parse(text.slice(BEFORE_ID, geometryStart - BEHIND_ID));
}

export function toStoredRow(row: FetchedRow): StoredRow {
  return new StoredRow({ ...row, id: idOf(row) }, row);
}
