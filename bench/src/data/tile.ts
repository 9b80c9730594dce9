import type { Box } from './geometry.ts';

/** A tile of the Web Mercator grid, y growing south. */
export type Tile = { z: number; x: number; y: number };

export function tileOf(longitude: number, latitude: number, z: number): Tile {
  const tiles = 2 ** z;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { z, x: Math.floor(((longitude + 180) / 360) * tiles), y: Math.floor(y * tiles) };
}

export function tileBox({ z, x, y }: Tile): Box {
  const tiles = 2 ** z;
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / tiles))) * 180) / Math.PI;
  return {
    west: (x / tiles) * 360 - 180,
    east: ((x + 1) / tiles) * 360 - 180,
    north: latitude(y),
    south: latitude(y + 1),
  };
}

export function tilePath({ z, x, y }: Tile): string {
  return `${z}/${x}/${y}`;
}
