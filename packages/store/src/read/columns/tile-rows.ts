import type { BBox } from '@meridian/geo';
import { areaPredicate, boxSides, sideOf } from '../../columns/area-predicate.ts';
import { BOX_COLUMNS, COLUMN } from '../../columns/column-key.ts';
import { NearCells } from '../../columns/near-cells.ts';
import { FALSE, rowsThatMayPass } from '../../columns/outcomes.ts';
import { hullOf } from '../../columns/rows-in-tiles.ts';
import { sampleRanks } from '../../columns/sample-ranks.ts';
import type { StoredBlock } from '../../columns/stored-block.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import type { FeatureFilter } from '../../model/query/query.ts';
import { ask, type Effect, forEach } from '../effect.ts';
import type { RowReader } from '../row-reader.ts';
import type { TileShares } from '../tile-shares.ts';
import type { ColumnReader } from './column-reader.ts';
import { positionsAt, rowsBetween, WaitingRows } from './column-rows.ts';
import { tileNeeds } from './needs.ts';
import { type BlockRegion, type ColumnStats, regionsOf } from './regions.ts';

/**
 * The rows that may be on a tile, in insertion order: those near it that columns leave a filter with. With `shares`, those that it does
 * not show because of their sample rank are not read: most of those of a full tile.
 */
export function* tileRows(
  reader: RowReader,
  columns: ColumnReader,
  { filter, area }: { filter: FeatureFilter; area: AreaTest },
  stats: ColumnStats,
  shares: TileShares | undefined,
): Effect<void, ReadRow[]> {
  const query = { filter, area };
  const step = yield* ask(() => reader.stepRows());
  const near = areaPredicate(area);
  const cells = new NearCells(area.boxes);
  const skip = (block: StoredBlock) => near.outlook(block) === FALSE;
  const needs = yield* tileNeeds(columns, filter, [...BOX_COLUMNS, ...(shares ? [COLUMN.id] : [])]);
  const positionsIn = (piece: BlockRegion) => positionsAt(piece, rowsIn(piece, area.boxes, cells, shares));
  const waiting = new WaitingRows(reader, query, step);
  yield* forEach(regionsOf(columns, needs, 0, stats, skip), function* (region) {
    if (region.kind === 'rows') {
      yield* waiting.rest();
      return yield* rowsBetween(reader, query, region, hullOf(area.boxes));
    }
    const own = positionsIn(region);
    yield* waiting.add(region.past ? [...own, ...positionsIn(region.past)].sort((a, b) => a - b) : own);
  });
  yield* waiting.rest();
}

const NO_ROWS = new Uint32Array(0);

/** The rows of a block that may be on the tile. */
function rowsIn(
  { block, outcomes }: BlockRegion,
  boxes: readonly BBox[],
  cells: NearCells,
  shares: TileShares | undefined,
): Uint32Array {
  if (outcomes.length === 0) return NO_ROWS;
  if (BOX_COLUMNS.some((key) => !block.column(key))) return rowsThatMayPass(outcomes);
  const ids = shares && block.column(COLUMN.id);
  const ranks = ids && sampleRanks(ids);
  const [{ numbers: wests }, { numbers: souths }, easts, norths] = boxSides(block);
  const near = cells.rowsOf(block, outcomes);
  const found = new Uint32Array(near.length);
  let count = 0;
  for (let i = 0; i < near.length; i++) {
    const row = near[i]!;
    const west = wests[row]!;
    const south = souths[row]!;
    const east = sideOf(easts, row, west);
    const north = sideOf(norths, row, south);
    let isNear = false;
    for (const box of boxes)
      isNear ||= box.west <= east && box.east >= west && box.south <= north && box.north >= south;
    if (!isNear) continue;
    const rank = ranks?.of(row);
    if (rank !== undefined && rank >= shares!.least) {
      const isPoint = west === east && south === north;
      const share = isPoint ? shares!.ofPoint(west, south) : shares!.of({ west, south, east, north });
      if (rank >= share) continue;
    }
    found[count++] = row;
  }
  return found.subarray(0, count);
}
