import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createTileArchive, type TileArchiveSummary, type TileFormatId } from '@meridian/formats/node';
import { withPartFile } from '../export/part-file.ts';
import { PROGRAM } from '../version.ts';
import { CoveredBounds } from './covered-bounds.ts';
import type { SourceFacts, TileSource } from './tile-source.ts';
import { TileWalk, type ZoomRange } from './tile-walk.ts';

const compressed = promisify(gzip);

/** What a file of tiles has become. */
export type WrittenTiles = TileArchiveSummary & {
  minZoom: number;
  maxZoom: number;
  /** Whether the last zoom shows everything; otherwise a sample. */
  isWhole: boolean;
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
  { minZoom, maxZoom }: ZoomRange,
  progress: TileProgress,
): Promise<WrittenTiles> {
  const facts = await source.facts();
  const walk = new TileWalk((tile) => source.read(tile), { minZoom, maxZoom });
  return withPartFile(file, async (path) => {
    const archive = await createTileArchive(format, path);
    const covered = new CoveredBounds();
    try {
      for await (const { tile, bytes } of walk.tiles()) {
        await archive.add(tile, await compressed(bytes));
        covered.add(tile);
        progress.zoom = tile.z;
        progress.tiles++;
      }
      const { version: last } = await source.facts();
      const zooms = { minzoom: minZoom, maxzoom: walk.zoom };
      const { fields, bounds, version, ...described } = facts;
      const summary = await archive.finish({
        ...described,
        generator: PROGRAM,
        minZoom,
        maxZoom: walk.zoom,
        bounds: covered.within(bounds),
        layers: [{ id: source.space, ...zooms, fields }],
      });
      const { zoom, isWhole } = walk;
      return { ...summary, minZoom, maxZoom: zoom, isWhole, versions: [version, last], facts };
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  });
}
