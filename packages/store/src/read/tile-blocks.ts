import { type BlockTile, type TileBlock, widenTile } from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import type { TileQuery } from '../model/query/query.ts';
import {
  cellsFor,
  isUsable,
  type StoredCell,
  TO_MAKE,
  WORTH_IT,
} from '../pyramid/tile-blocks/block-cells.ts';
import { drawableFrom, tileOf } from '../pyramid/tile-blocks/draw-blocks.ts';
import { ask, type Effect } from './effect.ts';
import type { BuildRequest, RowReader } from './row-reader.ts';

/**
 * A tile that can be drawn from tile blocks; undefined where it must be drawn row by row. That of a version is drawn from those
 * of the present, with its changes taken back.
 */
export function* tileFromBlocks(
  reader: RowReader,
  query: TileQuery,
): Effect<BlockTile | undefined, BuildRequest> {
  const { sources, isWanted } = yield* reader.snapshot(sourcesOf(reader, query));
  if (isWanted) yield { build: 'tileBlocks' };
  if (!sources) return undefined;
  const { tileBlocks, beside } = sources;
  if (!reader.past) return tileOf(query, tileBlocks, beside);
  // Behind the blocks: what was written while they were read is in it.
  const changes = yield* reader.past.drawn(widenTile(query.tile, query.marginPixels));
  return changes && tileOf(query, tileBlocks, beside, changes);
}

type Attempt = { sources?: { tileBlocks: TileBlock[]; beside: ReadRow[] }; isWanted: boolean };

function* sourcesOf(reader: RowReader, query: TileQuery): Effect<Attempt> {
  const cells = (yield* ask(() => reader.hasTileBlocks())) ? yield* cellsOf(reader, query) : undefined;
  if (!cells) {
    const { count, isMost } = yield* ask(() => reader.content());
    return { isWanted: !isMost && count >= WORTH_IT };
  }
  const isWanted = cells.some(({ state }) => state === TO_MAKE);
  const blocks = isUsable(cells, query) ? yield* ask(() => reader.tileBlocks(cells)) : undefined;
  const drawable = blocks && drawableFrom(blocks);
  if (!drawable) return { isWanted };
  const { tileBlocks, others } = drawable;
  const beside: ReadRow[] = others.length > 0 ? yield* ask(() => reader.byPositions(others)) : [];
  return { sources: { tileBlocks, beside }, isWanted };
}

function* cellsOf(reader: RowReader, query: TileQuery): Effect<StoredCell[] | undefined> {
  const search = cellsFor<StoredCell>(query);
  let step = search.next();
  while (!step.done) {
    const asked = step.value;
    step = search.next(yield* ask(() => reader.cellsWithin(asked)));
  }
  return step.value;
}
