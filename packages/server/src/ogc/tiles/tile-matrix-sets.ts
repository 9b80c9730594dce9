import { Fault, readTileNumbers, type TileAddress } from '@meridian/hub';

/** A division of the world into tiles, as the OGC registers it. */
export type OgcTileMatrixSet = {
  id: 'WebMercatorQuad' | 'WorldCRS84Quad';
  title: string;
  uri: string;
  crs: string;
  wellKnownScaleSet: string;
  orderedAxes: [string, string];
  pointOfOrigin: [number, number];
  /** Of level 0; each level has half of the one before. */
  scaleDenominator: number;
  cellSize: number;
  columns: number;
  rows: number;
  /** The tile of the hub at a level, row from the north, and column. */
  tile(level: number, row: number, column: number): TileAddress;
};

const DEFINITIONS = 'http://www.opengis.net/def';

export const OGC_TILE_MATRIX_SETS: readonly OgcTileMatrixSet[] = [
  {
    id: 'WebMercatorQuad',
    title: 'Google Maps Compatible for the World',
    uri: `${DEFINITIONS}/tilematrixset/OGC/1.0/WebMercatorQuad`,
    crs: `${DEFINITIONS}/crs/EPSG/0/3857`,
    wellKnownScaleSet: `${DEFINITIONS}/wkss/OGC/1.0/GoogleMapsCompatible`,
    orderedAxes: ['X', 'Y'],
    pointOfOrigin: [-20037508.3427892, 20037508.3427892],
    scaleDenominator: 559082264.028717,
    cellSize: 156543.033928041,
    columns: 1,
    rows: 1,
    tile: (level, row, column) => readTileNumbers('web', level, column, row),
  },
  {
    id: 'WorldCRS84Quad',
    title: 'CRS84 for the World',
    uri: `${DEFINITIONS}/tilematrixset/OGC/1.0/WorldCRS84Quad`,
    crs: `${DEFINITIONS}/crs/OGC/1.3/CRS84`,
    wellKnownScaleSet: `${DEFINITIONS}/wkss/OGC/1.0/GoogleCRS84Quad`,
    orderedAxes: ['Lon', 'Lat'],
    pointOfOrigin: [-180, 90],
    scaleDenominator: 279541132.014358,
    cellSize: 0.703125,
    columns: 2,
    rows: 1,
    // The tiles of HERE are the same one level on, with rows counted from the south.
    tile: (level, row, column) => readTileNumbers('here', level + 1, column, 2 ** level - 1 - row),
  },
];

/** A unit of a tile of this level is a few centimetres. */
export const MAX_LEVEL = 22;

export function findTileMatrixSet(id: string): OgcTileMatrixSet {
  const set = OGC_TILE_MATRIX_SETS.find((known) => known.id === id);
  if (!set)
    throw new Fault(
      'notFound',
      `there is no tile matrix set ${JSON.stringify(id.slice(0, 100))}; there are ${OGC_TILE_MATRIX_SETS.map((known) => known.id).join(', ')}`,
    );
  return set;
}

export function tileMatrixSetDocument(set: OgcTileMatrixSet) {
  const { id, title, uri, crs, wellKnownScaleSet, orderedAxes, pointOfOrigin } = set;
  return {
    id,
    title,
    uri,
    crs,
    orderedAxes,
    wellKnownScaleSet,
    tileMatrices: Array.from({ length: MAX_LEVEL + 1 }, (_, level) => ({
      id: String(level),
      scaleDenominator: set.scaleDenominator / 2 ** level,
      cellSize: set.cellSize / 2 ** level,
      cornerOfOrigin: 'topLeft',
      pointOfOrigin,
      tileWidth: 256,
      tileHeight: 256,
      matrixWidth: set.columns * 2 ** level,
      matrixHeight: set.rows * 2 ** level,
    })),
  };
}

/** The tiles that are there: all of every level. */
export function tileMatrixSetLimits({ rows, columns }: OgcTileMatrixSet) {
  return Array.from({ length: MAX_LEVEL + 1 }, (_, level) => ({
    tileMatrix: String(level),
    minTileRow: 0,
    maxTileRow: rows * 2 ** level - 1,
    minTileCol: 0,
    maxTileCol: columns * 2 ** level - 1,
  }));
}
