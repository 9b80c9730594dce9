import { type BBox, isInside } from '@meridian/geo';
import type { FeatureText } from '../../model/feature/feature-text.ts';
import { geometryTypeCode } from '../../model/feature/geometry-type.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import type { NewRow, RowHeader } from '../../rules/write/feature-table.ts';

/** A state of a feature. It never changes: a write makes another one instead. */
export type MemoryRow = RowHeader &
  FeatureText & {
    hasZ: number;
    geometryType: number;
    box: BBox | undefined;
    tags: readonly string[];
    /** The version that made it so; 0 where none was recorded. */
    since: number;
    /** Bytes of memory, about. */
    cost: number;
  };

/** A state that a version has ended. */
export type PastRow = { row: MemoryRow; until: number };

/** A position in the order of insertion: what is there now, and what was there. */
export type Slot = { readonly seq: number; row: MemoryRow | undefined; readonly past: PastRow[] };

/** Objects and entries of indexes that come with a row. */
const ROW_COST = 600;
const TAG_COST = 40;

export function toMemoryRow(seq: number, row: NewRow, since: number): MemoryRow {
  const { feature, facts, createdAt, updatedAt } = row;
  const { geometryStart, propertiesStart, propertiesEnd } = row;
  // A text with one character that does not fit into a byte takes two for each.
  const width = Buffer.byteLength(row.text) === row.text.length ? 1 : 2;
  // So may a part of a request that has such a character elsewhere.
  const text = width === 1 ? Buffer.from(row.text, 'latin1').toString('latin1') : row.text;
  return {
    ...{ seq, id: feature.id, createdAt, updatedAt, text, geometryStart, propertiesStart, propertiesEnd },
    hasZ: facts?.hasZ ? 1 : 0,
    geometryType: geometryTypeCode(facts?.type),
    box: facts?.bbox,
    tags: feature.tags,
    since,
    cost: ROW_COST + width * text.length + TAG_COST * feature.tags.length,
  };
}

/** A copy that its reader may mark; with an area, whether it may reach out of it. */
export function toReadRow(row: MemoryRow, area?: AreaTest): ReadRow {
  const { seq, id, hasZ, text, geometryStart, propertiesStart, propertiesEnd, box } = row;
  const read: ReadRow = { seq, id, hasZ, text, geometryStart, propertiesStart, propertiesEnd };
  if (area) read.needsRecheck = !(box && area.isBoxes && area.boxes.some((one) => isInside(box, one)));
  return read;
}

/** The state that was at a position in a version. */
export function stateAt({ row, past }: Omit<Slot, 'seq'>, version: number): MemoryRow | undefined {
  if (row && row.since <= version) return row;
  return past.find(({ row: { since }, until }) => since <= version && version < until)?.row;
}
