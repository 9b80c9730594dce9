import { boxesOf } from '../columns/area-predicate.ts';
import { type Batch, type Column, requireColumn } from '../columns/batch.ts';
import { BOX_COLUMNS, columnKey } from '../columns/column-key.ts';
import { batchOf as batchOfFeatures, type PlacedFeature } from '../columns/feature-batch.ts';
import { passingRows, TRUE } from '../columns/outcomes.ts';
import type { StoredBlock } from '../columns/stored-block.ts';
import type { ReadRow } from '../model/feature/row.ts';
import type { FeaturePath } from '../model/query/query.ts';
import { sortingColumns } from './columns/choose-columns.ts';
import { positionsIn, rowsAt, rowsBetween } from './columns/column-rows.ts';
import { gathered } from './columns/gather.ts';
import { needsOf } from './columns/needs.ts';
import { type BlockRegion, regionsOf } from './columns/regions.ts';
import { ask, type Effect, forEach } from './effect.ts';
import { RowFilter } from './row-filter.ts';
import type { RowQuery, RowReader } from './row-reader.ts';
import { rowsOf } from './scan.ts';

/**
 * The rows that a query means as batches with the columns of these paths, some of them out of insertion order. Boxes are only
 * there where they are asked for.
 */
export function* matchingBatches(
  reader: RowReader,
  query: RowQuery,
  paths: readonly FeaturePath[],
  needsBoxes = false,
): Effect<void, Batch> {
  const rowFilter = new RowFilter({ tests: query.filter.tests, area: query.area, part: 1 });
  const ofRows = (rows: readonly ReadRow[]) => batchOfRows(rows, rowFilter, paths);
  const columns = yield* sortingColumns(reader, query, paths);
  if (!columns)
    return yield* forEach(rowsOf(reader, query, { after: 0 }), function* (rows) {
      yield ofRows(rows);
    });
  const keys = paths.map((path) => columnKey(path)!);
  const step = yield* ask(() => reader.stepRows());
  const needs = yield* needsOf(columns, query, needsBoxes ? [...keys, ...BOX_COLUMNS] : keys);
  yield* forEach(regionsOf(columns, needs, 0, { read: 0, skipped: 0 }), function* (region) {
    if (region.kind === 'rows')
      return yield* forEach(rowsBetween(reader, query, region), function* (rows) {
        yield ofRows(rows);
      });
    for (const piece of region.past ? [region, region.past] : [region]) {
      const batch = batchOfBlock(piece, query, needs.others);
      if (batch && batch.rows > 0) yield batch;
      // Of most blocks every row passes, and nothing is left.
      if (batch?.rows === piece.block.rows && piece.stale.length === 0) continue;
      const open = positionsIn(piece, query, batch ? 'open' : 'possible');
      for (let from = 0; from < open.length; from += step)
        yield ofRows(yield* rowsAt(reader, query, open.slice(from, from + step)));
    }
  });
}

function batchOfRows(
  rows: readonly ReadRow[],
  rowFilter: RowFilter,
  paths: readonly FeaturePath[],
): Batch | undefined {
  const placed: PlacedFeature[] = [];
  for (const row of rows) {
    const feature = rowFilter.feature(row);
    if (feature && rowFilter.meets(row)) placed.push({ seq: row.seq, feature });
  }
  return placed.length > 0 ? batchOfFeatures(placed, paths) : undefined;
}

/** What passes for sure; undefined where the block does not have all columns. */
function batchOfBlock(
  { block, outcomes, isAll }: BlockRegion,
  { part }: RowQuery,
  keys: readonly string[],
): Batch | undefined {
  if (outcomes.length === 0) return undefined;
  const columns = keys.map((key) => block.column(key));
  if (!columns.every((column) => column !== undefined)) return undefined;
  const { positions } = block;
  if (!part && (isAll || (outcomes.length === block.rows && isAllTrue(outcomes))))
    return batchOf(block, positions, new Map(zip(keys, columns)));
  const passing = passingRows(outcomes);
  const rows = part ? passing.filter((row) => positions[row]! % part.count === part.index) : passing;
  const chosen = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) chosen[i] = positions[rows[i]!]!;
  const gatheredColumns = columns.map((column) => gathered(column, rows));
  return batchOf(block, chosen, new Map(zip(keys, gatheredColumns)), rows);
}

function zip(keys: readonly string[], columns: readonly Column[]): [string, Column][] {
  return keys.map((key, i) => [key, columns[i]!]);
}

function isAllTrue(outcomes: Uint8Array): boolean {
  for (let row = 0; row < outcomes.length; row++) if (outcomes[row] !== TRUE) return false;
  return true;
}

/** A batch of some rows of a block, or of all. */
function batchOf(
  block: StoredBlock,
  positions: Float64Array,
  columns: ReadonlyMap<string, Column>,
  rows?: Uint32Array,
): Batch {
  return {
    rows: positions.length,
    positions,
    get boxes() {
      const boxes = boxesOf(block);
      return rows
        ? Float64Array.from({ length: 4 * rows.length }, (_, i) => boxes[4 * rows[i >> 2]! + (i & 3)]!)
        : boxes;
    },
    column(path) {
      const key = columnKey(path);
      return requireColumn(key === undefined ? undefined : columns.get(key), path);
    },
  };
}
