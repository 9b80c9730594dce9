import { nodePlatform } from './node/platform.ts';
import { readerFor } from './read.ts';
import type { TileArchiveWriter, TileFormatId } from './tiles/tile-archive.ts';
import { writerFor } from './write.ts';

export { contentDigest, contentId } from './content-digest.ts';
export * from './index.ts';
export { fileSource } from './node/file-source.ts';
export { notebook } from './node/notebook.ts';
export type { Notebook } from './platform.ts';
export { tileAtPosition } from './pmtiles/tile-id.ts';
export type { Bounds } from './tiles/covered-bounds.ts';
export { type DrawnFeature, writeDrawnTiles } from './tiles/write-drawn-tiles.ts';
export { type TileSetFacts, type WrittenTileSet, writeTileSet } from './tiles/write-tile-set.ts';

/** Reads a file's features in the order they stand in it. See index.ts. */
export const readFeatures = readerFor(nodePlatform);

/** The bytes of a file with these features, as they are ready. */
export const writeFeatures = writerFor(nodePlatform);

/** Begins a file of vector tiles, replacing one of that name. */
export async function createTileArchive(format: TileFormatId, path: string): Promise<TileArchiveWriter> {
  if (format === 'pmtiles') return (await import('./pmtiles/write-pmtiles.ts')).createPmtiles(path);
  return (await import('./mbtiles/write-mbtiles.ts')).createMbtiles(path);
}
