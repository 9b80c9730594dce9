import { type BBox, boxesMeet, boxOf, intersectsBox } from '@meridian/geo';
import { areaPredicate, boxSides } from '../../columns/area-predicate.ts';
import { BOX_COLUMNS } from '../../columns/column-key.ts';
import { NearCells } from '../../columns/near-cells.ts';
import { FALSE, rowsThatMayPass } from '../../columns/outcomes.ts';
import { RowsInTiles } from '../../columns/rows-in-tiles.ts';
import type { StoredBlock } from '../../columns/stored-block.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { StoredFeature } from '../../model/query/match.ts';
import type { FeatureFilter } from '../../model/query/query.ts';
import { ask, type Effect, forEach } from '../effect.ts';
import { RowFilter } from '../row-filter.ts';
import type { RowReader } from '../row-reader.ts';
import type { ColumnReader } from './column-reader.ts';
import { positionsAt, rowsBetween, WaitingRows } from './column-rows.ts';
import { tileNeeds } from './needs.ts';
import { type BlockRegion, regionsOf } from './regions.ts';

/** What is done with the features that pass in each of some tiles, which are numbered. */
export interface TileVisitor {
  /** Columns that are looked at beside those of the filter. */
  readonly keys: readonly string[];
  /** Whether nothing in a block matters any more. */
  isDone(block: StoredBlock): boolean;
  /** Rows of a block that meet a tile; not `isInOrder` where they come before others of an earlier block. */
  rows(tile: number, block: StoredBlock, rows: Uint32Array, isInOrder: boolean): void;
  /** One that had to be read. */
  feature(tile: number, seq: number, feature: StoredFeature): void;
}

const NO_ROWS = new Uint32Array(0);

/**
 * Looks for what passes in each of some tiles, in one pass over the columns of a space: the filter is evaluated once for all of
 * them, and a row that has to be read is read once.
 */
export function* visitTiles(
  reader: RowReader,
  columns: ColumnReader,
  filter: FeatureFilter,
  tiles: readonly BBox[],
  visitor: TileVisitor,
): Effect<void> {
  const query = { filter };
  const rowFilter = new RowFilter({ tests: filter.tests, area: undefined, part: 1 });
  const test = function* (rows: readonly ReadRow[]): Effect<void> {
    for (const row of rows) visitRow(row, rowFilter, tiles, visitor);
    yield undefined;
  };
  const step = yield* ask(() => reader.stepRows());
  const needs = yield* tileNeeds(columns, filter, [...BOX_COLUMNS, ...visitor.keys]);
  const near = areaPredicate({ boxes: tiles, isBoxes: true });
  const skip = (block: StoredBlock) => near.outlook(block) === FALSE || visitor.isDone(block);
  const inTiles = new RowsInTiles(tiles);
  const cells = new NearCells(tiles);
  const waiting = new WaitingRows(reader, query, step);
  yield* forEach(regionsOf(columns, needs, 0, { read: 0, skipped: 0 }, skip), function* (region) {
    if (region.kind === 'rows') return yield* forEach(rowsBetween(reader, query, region, inTiles.hull), test);
    for (const piece of region.past ? [region, region.past] : [region]) {
      const open = visitBlock(piece, tiles.length, cells, inTiles, visitor, piece === region);
      yield* forEach(waiting.add(positionsAt(piece, open)), test);
    }
  });
  yield* forEach(waiting.rest(), test);
}

/** Gives the rows of a block that have to be read. */
function visitBlock(
  { block, outcomes }: BlockRegion,
  tiles: number,
  cells: NearCells,
  inTiles: RowsInTiles,
  visitor: TileVisitor,
  isInOrder: boolean,
): Uint32Array {
  if (outcomes.length === 0) return NO_ROWS;
  if (BOX_COLUMNS.some((key) => !block.column(key))) return rowsThatMayPass(outcomes);
  const isComplete = visitor.keys.every((key) => block.column(key));
  inTiles.find(outcomes, cells.rowsOf(block, outcomes), boxSides(block), isComplete);
  for (let tile = 0; tile < tiles; tile++) {
    const rows = inTiles.in(tile);
    if (rows.length > 0) visitor.rows(tile, block, rows, isInOrder);
  }
  return inTiles.open;
}

function visitRow(row: ReadRow, rowFilter: RowFilter, tiles: readonly BBox[], visitor: TileVisitor): void {
  const feature = rowFilter.feature(row);
  const geometry = feature && rowFilter.stored(row);
  if (!geometry) return;
  const box = boxOf(geometry);
  for (const [tile, bounds] of tiles.entries())
    if (boxesMeet(box, bounds) && intersectsBox(geometry, bounds)) visitor.feature(tile, row.seq, feature);
}
