import { TileError } from './tile-error.ts';
import { MAX_TILE_LEVEL } from './tile-id-form.ts';
import { type TileScheme, tileMatrixSet } from './tile-matrix-sets.ts';

/** One tile: plain data, whose `y` counts the way its scheme counts it. */
export type TileAddress = {
  readonly scheme: TileScheme;
  readonly z: number;
  readonly x: number;
  readonly y: number;
};

/** The tile of these numbers, once they are known to name one. */
export function tileAt(scheme: TileScheme, z: number, x: number, y: number): TileAddress {
  const set = tileMatrixSet(scheme);
  if (!Number.isInteger(z) || z < set.minZoom || z > MAX_TILE_LEVEL)
    throw new TileError(
      `The level of a ${scheme} tile must be from ${set.minZoom} to ${MAX_TILE_LEVEL}, not ${z}`,
    );
  refuseBeyond('column (x)', x, set.columnsAt(z), scheme, z);
  refuseBeyond('row (y)', y, set.rowsAt(z), scheme, z);
  return { scheme, z, x, y };
}

function refuseBeyond(what: string, value: number, end: number, scheme: TileScheme, z: number): void {
  if (!Number.isInteger(value) || value < 0 || value >= end)
    throw new TileError(
      `The ${what} of a ${scheme} tile of level ${z} must be from 0 to ${end - 1}, not ${value}`,
    );
}

/** The tile one level up, or undefined at the top. */
export function parentTile({ scheme, z, x, y }: TileAddress): TileAddress | undefined {
  if (z === tileMatrixSet(scheme).minZoom) return undefined;
  return { scheme, z: z - 1, x: x >> 1, y: y >> 1 };
}

/** The four tiles one level down; none below the deepest level. */
export function childTiles({ scheme, z, x, y }: TileAddress): TileAddress[] {
  if (z === MAX_TILE_LEVEL) return [];
  const children: TileAddress[] = [];
  for (const row of [2 * y, 2 * y + 1])
    for (const column of [2 * x, 2 * x + 1]) children.push({ scheme, z: z + 1, x: column, y: row });
  return children;
}

/** The row counted southwards, as on Web Mercator and on screens. */
export function rowFromNorth({ scheme, z, y }: TileAddress): number {
  const set = tileMatrixSet(scheme);
  return set.rowsGrow === 'north' ? set.rowsAt(z) - 1 - y : y;
}

/** Whether it is a tile of Web Mercator: column `x` and row `rowFromNorth` of 2^z by 2^z. */
export function isWebMercatorQuad({ scheme }: TileAddress): boolean {
  return tileMatrixSet(scheme).isWebMercatorQuad;
}

/** One base-4 digit per level, most significant first: bit 0 from x, bit 1 from y. */
export function quadDigits(z: number, x: number, y: number): string {
  let digits = '';
  for (let level = z - 1; level >= 0; level--) digits += ((x >> level) & 1) | (((y >> level) & 1) << 1);
  return digits;
}
