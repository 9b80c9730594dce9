import type { BlockTile } from '@meridian/geo';
import { STEP_MS, type Walk } from './row-work.ts';

/** Draws the tile in steps. */
export function* drawing(tile: BlockTile): Walk {
  let started = performance.now();
  while (tile.draw(ENTRIES_PER_LOOK)) {
    if (performance.now() - started < STEP_MS) continue;
    yield undefined;
    started = performance.now();
  }
  const bytes = tile.finish();
  if (bytes.length > 0) yield bytes;
  return { more: false, last: 0 };
}

/** So many are drawn before the clock is looked at. */
const ENTRIES_PER_LOOK = 500;
