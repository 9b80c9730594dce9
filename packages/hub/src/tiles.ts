import { parseTile, parseTileNumbers, type TileAddress, TileError } from '@meridian/geo';
import { invalid } from '@meridian/store';

/** The tile a path names: `web` and `14_8800_5374`. */
export function readTile(type: string, id: string): TileAddress {
  return orInvalid(() => parseTile(type, id));
}

/** The tile of `…/{z}/{x}/{y}`. */
export function readTileNumbers(type: string, z: number, x: number, y: number): TileAddress {
  return orInvalid(() => parseTileNumbers(type, z, x, y));
}

function orInvalid(read: () => TileAddress): TileAddress {
  try {
    return read();
  } catch (error) {
    if (error instanceof TileError) throw invalid(error.message);
    throw error;
  }
}
