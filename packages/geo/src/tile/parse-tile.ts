import { type TileAddress, tileAt } from './tile-address.ts';
import { TileError } from './tile-error.ts';
import { TILE_NUMBERS } from './tile-id-form.ts';
import { tileMatrixSetOfType } from './tile-matrix-sets.ts';

/**
 * The tile of `/tile/{type}/{id}`, such as `web` and `14_8800_5374` or `quadkeys` and `1202102332`.
 * What follows an `&` is not part of the id: an old map client sends it.
 */
export function parseTile(type: string, id: string): TileAddress {
  const { id: scheme, idForms } = tileMatrixSetOfType(type);
  const end = id.indexOf('&');
  const text = end < 0 ? id : id.slice(0, end);
  for (const form of idForms) {
    const numbers = form.parse(text, scheme);
    if (numbers) return tileAt(scheme, numbers.z, numbers.x, numbers.y);
  }
  const expected = idForms.map((form) => form.expected).join(' or ');
  throw new TileError(`The id of a ${type} tile must be ${expected}, not "${text}"`);
}

/** The tile of `/tile/{type}/{z}/{x}/{y}`. */
export function parseTileNumbers(type: string, z: number, x: number, y: number): TileAddress {
  const { id: scheme, idForms } = tileMatrixSetOfType(type);
  if (!idForms.includes(TILE_NUMBERS)) {
    const named = idForms.map((form) => form.named).join(' or ');
    throw new TileError(`Tiles of type ${type} are named by ${named}, not by z/x/y`);
  }
  return tileAt(scheme, z, x, y);
}
