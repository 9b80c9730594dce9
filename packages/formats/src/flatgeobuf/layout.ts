/** Fields of the tables that FlatGeobuf is made of, by their numbers in its schema. */
export const HEADER = {
  name: 0,
  envelope: 1,
  geometryType: 2,
  hasZ: 3,
  hasM: 4,
  hasT: 5,
  hasTm: 6,
  columns: 7,
  featuresCount: 8,
  indexNodeSize: 9,
  crs: 10,
} as const;
export const COLUMN = { name: 0, type: 1 } as const;
export const CRS = { org: 0, code: 1, name: 2, description: 3, wkt: 4, codeString: 5 } as const;
export const FEATURE = { geometry: 0, properties: 1, columns: 2 } as const;
export const GEOMETRY = { ends: 0, xy: 1, z: 2, m: 3, t: 4, tm: 5, type: 6, parts: 7 } as const;

export const GEOMETRY_TYPES = [
  'Unknown',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
] as const;

export const COLUMN_TYPES = [
  'Byte',
  'UByte',
  'Bool',
  'Short',
  'UShort',
  'Int',
  'UInt',
  'Long',
  'ULong',
  'Float',
  'Double',
  'String',
  'Json',
  'DateTime',
  'Binary',
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** `fgb`, version 3, `fgb`, patch version. */
export const MAGIC = new Uint8Array([0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62, 0x00]);
export const DEFAULT_NODE_SIZE = 16;
const NODE_BYTES = 40;

/** Bytes of the packed R-tree over this many features: at least one, which has a root above it, too. */
export function indexBytes(features: number, nodeSize: number): number {
  let level = features;
  let nodes = level;
  do {
    level = Math.ceil(level / nodeSize);
    nodes += level;
  } while (level > 1);
  return nodes * NODE_BYTES;
}
