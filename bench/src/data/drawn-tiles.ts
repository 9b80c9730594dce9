import { Child } from '../floors/child.ts';
import { SPACE, spaceFile } from './filling.ts';
import type { Prepared } from './prepared.ts';
import type { Tile } from './tile.ts';

export const ZOOM = 14;
export const TILES = 40;
const FEATURES = 1000;

/** The vector tiles that are drawn by the hub and by PostGIS, and how many features each has. */
export function drawnTiles(prepared: Prepared): Promise<{ tiles: Tile[]; counts: number[] }> {
  return reading(prepared, async (reader) => {
    const tiles = await tilesOf(reader);
    const counts: number[] = [];
    for (const tile of tiles) counts.push(await reader.ask<number>('countIn', tile));
    return { tiles, counts };
  });
}

/** The features of these tiles and of those around them, so that an index has something to leave out. */
export function drawnTexts(prepared: Prepared): Promise<string[]> {
  return reading(prepared, async (reader) => reader.ask<string[]>('textsIn', await tilesOf(reader)));
}

function tilesOf(reader: Child): Promise<Tile[]> {
  return reader.ask<Tile[]>('tilesOf', ZOOM, FEATURES, TILES);
}

async function reading<T>(prepared: Prepared, read: (reader: Child) => Promise<T>): Promise<T> {
  const reader = new Child(new URL('../floors/sqlite-areas.child.ts', import.meta.url));
  try {
    await reader.ask('open', spaceFile(prepared, SPACE));
    return await read(reader);
  } finally {
    await reader.close();
  }
}
