import { startOf, type TileSetDescription } from '../tiles/tile-archive.ts';

export const HEADER_BYTES = 127;
const GZIP = 2;
const VECTOR_TILES = 1;

type Section = { offset: number; length: number };

export type HeaderFields = {
  root: Section;
  metadata: Section;
  leaves: Section;
  data: Section;
  /** Tiles by their addresses, entries of directories, and different contents. */
  tiles: number;
  entries: number;
  contents: number;
};

/** The first bytes of an archive of PMTiles version 3. */
export function encodeHeader(fields: HeaderFields, description: TileSetDescription): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  header.set(new TextEncoder().encode('PMTiles'));
  view.setUint8(7, 3);
  const { root, metadata, leaves, data, tiles, entries, contents } = fields;
  const numbers = [root, metadata, leaves, data].flatMap(({ offset, length }) => [offset, length]);
  for (const [i, value] of [...numbers, tiles, entries, contents].entries())
    view.setBigUint64(8 + 8 * i, BigInt(value), true);
  const { minZoom, maxZoom, bounds } = description;
  const { lon, lat, zoom } = startOf(description);
  // Clustered: tiles lie in the order of their numbers.
  header.set([1, GZIP, GZIP, VECTOR_TILES, minZoom, maxZoom], 96);
  for (const [i, degrees] of bounds.entries()) view.setInt32(102 + 4 * i, e7(degrees), true);
  view.setUint8(118, zoom);
  view.setInt32(119, e7(lon), true);
  view.setInt32(123, e7(lat), true);
  return header;
}

function e7(degrees: number): number {
  return Math.round(degrees * 1e7);
}
