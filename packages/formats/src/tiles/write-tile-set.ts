import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Bounds, CoveredBounds } from './covered-bounds.ts';
import type {
  TileAddress,
  TileArchiveSummary,
  TileArchiveWriter,
  TileSetDescription,
} from './tile-archive.ts';
import { TileWalk, type ZoomRange } from './tile-walk.ts';

const compressed = promisify(gzip);

/** What tiles are made of, as its files say of themselves. */
export type TileSetFacts = Pick<
  TileSetDescription,
  'name' | 'description' | 'attribution' | 'license' | 'generator'
> & {
  /** The name of the layer. */
  layer: string;
  bounds: Bounds;
  fields: Record<string, string>;
};

/** What a file of tiles has become. */
export type WrittenTileSet = TileArchiveSummary & {
  minZoom: number;
  maxZoom: number;
  /** Whether the last zoom shows everything; otherwise a sample. */
  isWhole: boolean;
};

/**
 * Writes all tiles that are not empty to an archive, zoom by zoom. `read` gives no bytes where there is nothing; `told` is
 * called with each tile that was written, and its bytes in the file.
 */
export async function writeTileSet(
  archive: TileArchiveWriter,
  facts: TileSetFacts,
  { minZoom, maxZoom }: ZoomRange,
  read: (tile: TileAddress) => Promise<Uint8Array>,
  told: (tile: TileAddress, bytes: number) => void,
): Promise<WrittenTileSet> {
  const walk = new TileWalk(read, { minZoom, maxZoom });
  const covered = new CoveredBounds();
  try {
    for await (const { tile, bytes } of walk.tiles()) {
      const gzipped = await compressed(bytes);
      await archive.add(tile, gzipped);
      covered.add(tile);
      told(tile, gzipped.length);
    }
    const { layer, fields, bounds, ...described } = facts;
    const summary = await archive.finish({
      ...described,
      minZoom,
      maxZoom: walk.zoom,
      bounds: covered.within(bounds),
      layers: [{ id: layer, minzoom: minZoom, maxzoom: walk.zoom, fields }],
    });
    return { ...summary, minZoom, maxZoom: walk.zoom, isWhole: walk.isWhole };
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}
