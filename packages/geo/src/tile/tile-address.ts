/** The tile schemes of the interface; `quadkey` and `web` name the same tiles, `tms` counts y from the south. */
export type TileScheme = 'web' | 'tms' | 'quadkey' | 'here';

/** One tile: `y` counts the way its scheme counts it (`web`, `quadkey` southwards; `tms`, `here` northwards). */
export type TileAddress = {
  readonly scheme: TileScheme;
  readonly z: number;
  readonly x: number;
  readonly y: number;
};

export const MAX_TILE_LEVEL = 30;

/** A tile that does not exist. The message says what would be right. */
export class TileError extends Error {}

/** The tile of these numbers, once they are known to name one. */
export function tileAt(scheme: TileScheme, z: number, x: number, y: number): TileAddress {
  const lowest = scheme === 'here' ? 1 : 0;
  if (!Number.isInteger(z) || z < lowest || z > MAX_TILE_LEVEL)
    throw new TileError(
      `The level of a ${scheme} tile must be from ${lowest} to ${MAX_TILE_LEVEL}, not ${z}`,
    );
  refuseBeyond('column (x)', x, 2 ** z, scheme, z);
  refuseBeyond('row (y)', y, rowsAt(scheme, z), scheme, z);
  return { scheme, z, x, y };
}

/** HERE tiles are as high as they are wide in degrees, and the world is half as high as it is wide. */
function rowsAt(scheme: TileScheme, z: number): number {
  return scheme === 'here' ? 2 ** (z - 1) : 2 ** z;
}

function refuseBeyond(what: string, value: number, end: number, scheme: TileScheme, z: number): void {
  if (!Number.isInteger(value) || value < 0 || value >= end)
    throw new TileError(
      `The ${what} of a ${scheme} tile of level ${z} must be from 0 to ${end - 1}, not ${value}`,
    );
}

/** The tile one level up, or undefined at the top. */
export function parentTile({ scheme, z, x, y }: TileAddress): TileAddress | undefined {
  if (z === (scheme === 'here' ? 1 : 0)) return undefined;
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
  return scheme === 'tms' || scheme === 'here' ? rowsAt(scheme, z) - 1 - y : y;
}

/** One base-4 digit per level, most significant first: bit 0 from x, bit 1 from y. */
export function quadDigits(z: number, x: number, y: number): string {
  let digits = '';
  for (let level = z - 1; level >= 0; level--) digits += ((x >> level) & 1) | (((y >> level) & 1) << 1);
  return digits;
}
