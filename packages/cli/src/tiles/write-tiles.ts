import {
  createTileArchive,
  type TileFormatId,
  type WrittenTileSet,
  writeTileSet,
  type ZoomRange,
} from '@meridian/formats/node';
import { withPartFile } from '../export/part-file.ts';
import { PROGRAM } from '../version.ts';
import type { SourceFacts, TileSource } from './tile-source.ts';

/** What a file of tiles has become. */
export type WrittenTiles = WrittenTileSet & {
  /** Of the content: the one before the first tile was read, and the one behind the last. */
  versions: [first: number, last: number];
  facts: SourceFacts;
};

export type TileProgress = { zoom: number; tiles: number };

/** Writes all tiles of a source to a file, which has its name once it is complete. */
export async function writeTiles(
  source: TileSource,
  file: string,
  format: TileFormatId,
  range: ZoomRange,
  progress: TileProgress,
): Promise<WrittenTiles> {
  const facts = await source.facts();
  const { version: first, ...described } = facts;
  return withPartFile(file, async (path) => {
    const written = await writeTileSet(
      await createTileArchive(format, path),
      { ...described, layer: source.space, generator: PROGRAM },
      range,
      (tile) => source.read(tile),
      ({ z }) => {
        progress.zoom = z;
        progress.tiles++;
      },
    );
    const { version: last } = await source.facts();
    return { ...written, versions: [first, last], facts };
  });
}
