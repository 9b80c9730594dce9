import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { type DrawnFeature, drawTiles } from '@meridian/geo';
import { tileIdOf } from '../pmtiles/tile-id.ts';
import type { TileArchiveSummary, TileArchiveWriter, TileSetDescription } from './tile-archive.ts';

export type { DrawnFeature } from '@meridian/geo';

const compressed = promisify(gzip);

/** Writes the tiles of features that are in memory, from zoom 0 on. */
export async function writeDrawnTiles(
  archive: TileArchiveWriter,
  features: readonly DrawnFeature[],
  facts: Omit<TileSetDescription, 'minZoom'>,
): Promise<TileArchiveSummary> {
  try {
    for (const level of drawTiles(features, facts.maxZoom)) {
      // Archives are written in the order of their numbers.
      for (const { tile, bytes } of level.sort((a, b) => tileIdOf(a.tile) - tileIdOf(b.tile)))
        if (bytes.length > 0)
          await archive.add(tile, await compressed(bytes, { level: constants.Z_BEST_COMPRESSION }));
    }
    return await archive.finish({ ...facts, minZoom: 0 });
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}
