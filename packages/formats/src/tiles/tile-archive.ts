/** A tile of Web Mercator, counted from the north-west. */
export type TileAddress = { z: number; x: number; y: number };

export type VectorLayer = {
  id: string;
  description?: string;
  minzoom: number;
  maxzoom: number;
  /** Names of attributes and their types: `Number`, `String`, `Boolean`. */
  fields: Record<string, string>;
};

/** What a file of tiles says of itself. */
export type TileSetDescription = {
  name: string;
  description?: string;
  /** HTML. */
  attribution?: string;
  license?: string;
  /** Which program wrote it. */
  generator: string;
  minZoom: number;
  maxZoom: number;
  bounds: readonly [west: number, south: number, east: number, north: number];
  layers: readonly VectorLayer[];
};

/** What was written: how many tiles, and how many different ones. */
export type TileArchiveSummary = { tiles: number; contents: number; bytes: number };

/** A file of vector tiles that is being written. */
export type TileArchiveWriter = {
  /** Tiles come zoom by zoom, within a zoom along the Hilbert curve, each once. The bytes are compressed with gzip. */
  add(tile: TileAddress, gzipped: Uint8Array): Promise<void>;
  /** Completes the file and closes it. */
  finish(description: TileSetDescription): Promise<TileArchiveSummary>;
  /** Closes the file as it is: it is not to be used. */
  abandon(): Promise<void>;
};

export const TILE_FORMATS = {
  pmtiles: { title: 'PMTiles', ending: 'pmtiles' },
  mbtiles: { title: 'MBTiles', ending: 'mbtiles' },
} as const;

export type TileFormatId = keyof typeof TILE_FORMATS;

/** Where a map opens: the middle of the bounds, and a zoom at which about all of them are seen. */
export function startOf({ bounds: [west, south, east, north], minZoom, maxZoom }: TileSetDescription): {
  lon: number;
  lat: number;
  zoom: number;
} {
  const share = Math.max((east - west) / 360, (north - south) / 170, 2 ** -30);
  const zoom = Math.min(maxZoom, Math.max(minZoom, Math.floor(-Math.log2(share))));
  return { lon: (west + east) / 2, lat: (south + north) / 2, zoom };
}
