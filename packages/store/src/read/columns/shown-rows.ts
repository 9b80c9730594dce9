import { boxSides, sideOf } from '../../columns/area-predicate.ts';
import { BOX_COLUMNS, COLUMN } from '../../columns/column-key.ts';
import { FALSE, MAY_PASS } from '../../columns/outcomes.ts';
import { sampleRanks } from '../../columns/sample-ranks.ts';
import type { TileShares } from '../tile-shares.ts';
import type { RowChoice } from './column-rows.ts';
import type { BlockRegion } from './regions.ts';

/** Leaves out rows that a tile does not show because of their sample rank and where they are: most of those of a full tile. */
export function shownRows(shares: TileShares): RowChoice {
  return { keys: [COLUMN.id, ...BOX_COLUMNS], narrow: (region) => narrow(region, shares) };
}

function narrow({ block, outcomes }: BlockRegion, shares: TileShares): void {
  if (outcomes.length === 0 || BOX_COLUMNS.some((key) => !block.column(key))) return;
  const ids = block.column(COLUMN.id);
  if (!ids) return;
  const ranks = sampleRanks(ids);
  const [wests, souths, easts, norths] = boxSides(block);
  const { least } = shares;
  for (let row = 0; row < outcomes.length; row++) {
    const rank = ranks[row]!;
    if (MAY_PASS[outcomes[row]!] === 0 || rank < least) continue;
    const west = wests.numbers[row]!;
    const south = souths.numbers[row]!;
    const east = sideOf(easts, row, west);
    const north = sideOf(norths, row, south);
    const isPoint = west === east && south === north;
    const share = isPoint ? shares.ofPoint(west, south) : shares.of({ west, south, east, north });
    if (rank >= share) outcomes[row] = FALSE;
  }
}
