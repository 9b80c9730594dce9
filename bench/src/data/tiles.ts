import { CITIES } from './words.ts';

export type Tile = { z: number; x: number; y: number };

export function tilePath({ z, x, y }: Tile): string {
  return `tile/web/${z}_${x}_${y}`;
}

/** The tile of Web Mercator that a position is in. */
export function tileOf([longitude, latitude]: readonly [number, number], z: number): Tile {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { z, x: Math.floor(((longitude + 180) / 360) * 2 ** z), y: Math.floor(y * 2 ** z) };
}

/** The tiles of a zoom that the generated features are in, but for a few at their edges. */
export function cityTiles(z: number): Tile[] {
  const tiles = new Map(CITIES.map((city) => tileOf(city, z)).map((tile) => [tilePath(tile), tile]));
  return [...tiles.values()];
}
