import { type Header, TileType } from 'pmtiles';

/** Kinds of tiles: the ending of their paths, and their media type. */
export const TILE_KINDS: Partial<Record<TileType, { ending: string; type: string }>> = {
  [TileType.Mvt]: { ending: 'mvt', type: 'application/vnd.mapbox-vector-tile' },
  [TileType.Png]: { ending: 'png', type: 'image/png' },
  [TileType.Jpeg]: { ending: 'jpg', type: 'image/jpeg' },
  [TileType.Webp]: { ending: 'webp', type: 'image/webp' },
  [TileType.Avif]: { ending: 'avif', type: 'image/avif' },
};

const TEXTS = ['name', 'description', 'attribution', 'version', 'license'] as const;

/** What an archive says of itself, as TileJSON; `tiles` is where its tiles are. */
export function archiveTileJson(header: Header, metadata: unknown, tiles: string) {
  const said = Object(metadata) as Record<string, unknown>;
  const texts = TEXTS.filter((name) => typeof said[name] === 'string').map((name) => [name, said[name]]);
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat, centerLon, centerLat, centerZoom } = header;
  return {
    tilejson: '3.0.0',
    ...Object.fromEntries(texts),
    scheme: 'xyz',
    tiles: [tiles],
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds: [minLon, minLat, maxLon, maxLat],
    center: [centerLon, centerLat, centerZoom],
    ...(Array.isArray(said.vector_layers) ? { vector_layers: said.vector_layers } : {}),
  };
}
