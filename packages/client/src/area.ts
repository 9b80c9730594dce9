import type { CallOptions } from './connection.ts';
import type { Filter } from './filter.ts';
import { type Past, type View, writeFilter, writeParameters, writePast } from './query.ts';

/** West, south, east, north, in degrees; west > east crosses the antimeridian. */
export type Box = readonly [west: number, south: number, east: number, north: number];

export type TileScheme = 'quadkeys' | 'web' | 'tms' | 'here';

/** As text (`120`, `3_4_2`), or by its numbers. */
export type TileId = string | { z: number; x: number; y: number };

/** Cells with counts instead of features. */
export type Clustering =
  | {
      type: 'hexbin';
      absoluteResolution?: number;
      relativeResolution?: number;
      /** A property to sum up per cell: `population` */
      property?: string;
      pointmode?: boolean;
      singlecoord?: boolean;
      sampling?: 'off' | 'low' | 'lowmed' | 'med' | 'medhigh' | 'high';
    }
  | {
      type: 'quadbin';
      absoluteResolution?: number;
      relativeResolution?: number;
      noBuffer?: boolean;
      countmode?: 'real' | 'estimated' | 'mixed';
    };

export type SearchOptions = CallOptions &
  Filter &
  Past &
  View & { limit?: number | undefined; skipCache?: boolean };

/** `clip` cuts geometries to the area that was asked for. */
export type AreaOptions = SearchOptions & { clip?: boolean };

export type BoxOptions = AreaOptions & { clustering?: Clustering };

export type TileOptions = BoxOptions & {
  /** Pixels of a 256-pixel tile around it. */
  margin?: number;
  /**
   * `viz` gives what can be seen at that level; `auto`, of vector tiles only, no more than `tileBytes` of it; `cluster`, of vector
   * tiles only, how many features there are.
   */
  mode?: 'raw' | 'viz' | 'auto' | 'cluster';
  tileBytes?: number;
  vizSampling?: 'off' | 'low' | 'med' | 'high';
};

export type ExportFormat =
  | 'geojson'
  | 'ndjson'
  | 'csv'
  | 'geopackage'
  | 'flatgeobuf'
  | 'geoparquet'
  | 'xlsx'
  | 'shapefile'
  | 'kml'
  | 'gml'
  | 'gpx'
  | 'svg'
  | 'png';

/** Without a box, everything. */
export type ExportOptions = CallOptions &
  Filter &
  Past &
  View & {
    bbox?: Box;
    /** For CSV: an apostrophe before texts that spreadsheets would run (default), or texts as they are. */
    formulas?: 'escape' | 'keep';
    /** For CSV: a column of WKT (default), columns lon, lat and height of points, or those where all geometries are points. */
    csvGeometry?: 'wkt' | 'lonlat' | 'auto';
    /** For pictures (`svg`, `png`): in pixels. */
    width?: number;
  };

/** Where a search by radius starts: a position, a feature, or an H3 cell. */
export type Centre =
  | { lat: number; lon: number }
  | { refSpaceId: string; refFeatureId: string }
  | { h3Index: string };

/** `radius` is in metres. */
export type SpatialOptions = AreaOptions & { radius?: number };

export function writeBox([west, south, east, north]: Box): string[] {
  return writeParameters({ west, south, east, north });
}

export function writeSearch({ limit, selection, force2D, skipCache, ...options }: SearchOptions): string[] {
  const view = writeParameters({ limit, selection, force2D, skipCache });
  return [...writePast(options), ...view, ...writeFilter(options)];
}

export function writeArea(options: AreaOptions): string[] {
  return [...writeParameters({ clip: options.clip }), ...writeSearch(options)];
}

export function writeTile(options: TileOptions): string[] {
  const { clustering, margin, mode, tileBytes, vizSampling } = options;
  return [
    ...writeParameters({ margin, mode, tileBytes, vizSampling }),
    ...writeClustering(clustering),
    ...writeArea(options),
  ];
}

/** `{type: 'hexbin', absoluteResolution: 4}` → `clustering=hexbin&clustering.absoluteResolution=4` */
function writeClustering(clustering: Clustering | undefined): string[] {
  if (!clustering) return [];
  const { type, ...settings } = clustering;
  const named = Object.entries(settings).map(([name, value]) => [`clustering.${name}`, value]);
  return writeParameters({ clustering: type, ...Object.fromEntries(named) });
}

export function tilePath(scheme: TileScheme, tile: TileId): string {
  const id = typeof tile === 'string' ? tile : `${tile.z}_${tile.x}_${tile.y}`;
  return `/tile/${scheme}/${encodeURIComponent(id)}`;
}
