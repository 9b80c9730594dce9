import { boxSides, liesWellInside } from '../../columns/area-predicate.ts';
import { isOlder } from '../../columns/build-plan.ts';
import { BOX_COLUMNS, COLUMN, columnKey } from '../../columns/column-key.ts';
import { ALWAYS } from '../../columns/predicate.ts';
import { cellsKey } from '../../columns/stored-cells.ts';
import type { ColumnRequest } from '../../model/build-request.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { type ClusterSink, refusing } from '../cluster-sink.ts';
import { ask, type Effect, forEach } from '../effect.ts';
import { geosFor } from '../geos-at-need.ts';
import type { RowQuery, RowReader } from '../row-reader.ts';
import { BinnedRows } from './binned-rows.ts';
import type { BlockCells } from './block-cells.ts';
import { sortingColumns } from './choose-columns.ts';
import type { ColumnReader } from './column-reader.ts';
import { positionsIn, rowsAt, rowsBetween } from './column-rows.ts';
import { cellsOf, keepCells, loaded, shapesOf, storedCellsOf } from './load-blocks.ts';
import { needsOf } from './needs.ts';
import { type BlockRegion, type ColumnStats, regionsOf } from './regions.ts';

/**
 * Counts features in cells by their boxes, in insertion order; rows are read only where a box does not tell the cell, or columns
 * leave open whether a feature is meant. Undefined, and nothing counted, where a space has no columns or indexes are better.
 */
export function* binByColumns(
  reader: RowReader,
  query: RowQuery,
  clusters: ClusterSink,
): Effect<ColumnStats | undefined> {
  const { property } = clusters;
  const columns = yield* sortingColumns(reader, query, property ? [property] : []);
  if (!columns) return undefined;
  const key = property && columnKey(property)!;
  const step = yield* ask(() => reader.stepRows());
  const others = [COLUMN.geometryType, ...(key === undefined ? [] : [key])];
  // Boxes are read of the blocks that need them; of the past they are in memory.
  const { predicate, past } = yield* needsOf(columns, query, [...others, ...BOX_COLUMNS]);
  const keys = [...new Set([...predicate.keys, ...BOX_COLUMNS])];
  const needs = { predicate: { ...predicate, keys }, others, past };
  const stats = { read: 0, skipped: 0 };
  const missing = new Set<ColumnRequest>();
  const counting = forEach(regionsOf(columns, needs, 0, stats), function* (region) {
    if (region.kind === 'rows')
      return yield* forEach(rowsBetween(reader, query, region), function* (rows) {
        for (const row of rows) yield* countedIn(clusters, row);
        yield undefined;
      });
    for (const piece of region.past ? [region, region.past] : [region]) {
      const { block } = piece;
      const cells = cellsOf(block, clusters.cellKind, clusters.cellSource);
      if (piece === region) yield* useStoredCells(columns, piece, clusters.cellKind, cells, missing);
      const isInside = piece === region && cells.isStored && liesWellInside(block, query.area!.boxes);
      const isBoxed = isInside || piece !== region || (yield* loaded(columns, [block], BOXES))[0];
      const binned = isBoxed ? binnedRows(piece, key, clusters, cells, query.area!, isInside) : undefined;
      if (binned?.mayBeShaped && piece === region && !cells.isStored) {
        const shapes = yield* shapesOf(columns, block);
        try {
          if (shapes) refusing(() => binned.countByShapes(shapes));
        } finally {
          // Who asks for too many is likely to ask again.
          keepCells(block, clusters.cellKind, cells);
        }
      }
      const open = positionsIn(piece, query, binned ? 'open' : 'possible');
      for (let from = 0; from < open.length; from += step) {
        for (const row of yield* rowsAt(reader, query, open.slice(from, from + step))) {
          binned?.countBefore(row.seq);
          const counted = yield* countedIn(clusters, row);
          if (row.needsRecheck === false) binned?.noteCells(row.seq, counted);
        }
        yield undefined;
      }
      binned?.countBefore(Infinity);
      if (binned) keepCells(block, clusters.cellKind, cells);
    }
  });
  yield* wanting(columns, missing, counting);
  return stats;
}

/** Asks for what an effect finds missing, also where it is ended, but not where it fails: of too many cells none are stored. */
function* wanting<Out>(
  columns: ColumnReader,
  missing: Set<ColumnRequest>,
  effect: Effect<void, Out>,
): Effect<void, Out> {
  try {
    yield* effect;
  } catch (error) {
    missing.clear();
    throw error;
  } finally {
    for (const what of missing) columns.want(what);
  }
}

/** The cells that a row is counted in. */
function* countedIn(clusters: ClusterSink, row: ReadRow): Effect<readonly number[]> {
  try {
    return clusters.counted(row);
  } catch (error) {
    yield* geosFor(error);
    return clusters.counted(row);
  }
}

/** To find so many of the rows of a block in cells takes longer than to read what is stored of all. */
const MANY = 1 / 16;

/** Takes the cells of the rows of a block from what is stored, where many are asked for; notes where nothing is. */
function* useStoredCells(
  columns: ColumnReader,
  { block, outcomes }: BlockRegion,
  kind: string,
  cells: BlockCells,
  missing: Set<ColumnRequest>,
): Effect<void> {
  if (cells.countUnknown(outcomes) < MANY * block.rows) return;
  if (!cells.isLookedFor) {
    cells.isLookedFor = true;
    const stored = yield* storedCellsOf(columns, block, kind);
    if (stored === undefined) missing.add(isOlder(block.info) ? 'columns' : cellsKey(kind));
    else if (stored.rows > 0) cells.useStored(stored);
  }
  cells.prepareStored(outcomes);
}

const BOXES = { predicate: ALWAYS, others: BOX_COLUMNS };

/**
 * What is counted of a block without reading rows: the others are open. Undefined where it does not have all columns. `isInside`: its
 * cells are known, and no edge of the area is near.
 */
function binnedRows(
  piece: BlockRegion,
  key: string | undefined,
  clusters: ClusterSink,
  cells: BlockCells,
  area: AreaTest,
  isInside: boolean,
): BinnedRows | undefined {
  const { block, outcomes } = piece;
  if (outcomes.length === 0) return undefined;
  const types = block.column(COLUMN.geometryType);
  const values = key === undefined ? undefined : block.column(key);
  const hasBoxes = isInside || BOX_COLUMNS.every((side) => block.column(side) !== undefined);
  if (!types || !hasBoxes || (key !== undefined && !values)) return undefined;
  const sides = isInside ? undefined : boxSides(block);
  return new BinnedRows(clusters.bins, { block, outcomes, types, sides, values, cells }, area.boxes);
}
