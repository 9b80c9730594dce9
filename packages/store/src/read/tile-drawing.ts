import type { BlockTile } from '@meridian/geo';
import type { Chunk } from './chunk.ts';
import type { Effect } from './effect.ts';
import { type ReadEnd, STEP_MS } from './row-sink.ts';

/** Draws the tile in steps. */
export function* drawing(tile: BlockTile): Effect<ReadEnd, Chunk> {
  let started = performance.now();
  while (tile.draw(ENTRIES_PER_LOOK)) {
    if (performance.now() - started < STEP_MS) continue;
    yield undefined;
    started = performance.now();
  }
  const bytes = tile.finish();
  return { more: false, last: 0, chunk: bytes.length > 0 ? bytes : undefined };
}

/** So many are drawn before the clock is looked at. */
const ENTRIES_PER_LOOK = 500;
