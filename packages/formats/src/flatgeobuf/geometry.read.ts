import type { Geometry, Position } from '@meridian/geo/geojson';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { measuredPosition } from '../geometry/measures.ts';
import type { Table } from './flatbuffer-table.ts';
import { GEOMETRY, GEOMETRY_TYPES } from './layout.ts';

const MAX_DEPTH = 16;

/** A geometry of a feature; `type` is that of the file, 0 where every feature says it itself. */
export function geometryOf(table: Table, fileType: number, depth = 0): Geometry | null {
  if (depth > MAX_DEPTH) throw new GeometryFormatError('nests collections too deep');
  const code = fileType === 0 ? table.byte(GEOMETRY.type) : fileType;
  const type = GEOMETRY_TYPES[code];
  if (type === undefined || type === 'Unknown')
    throw new GeometryFormatError(`has a geometry of type ${code}, which can't be read`);
  if (type === 'GeometryCollection')
    return {
      type,
      geometries: table
        .tables(GEOMETRY.parts)
        .map((part) => geometryOf(part, 0, depth + 1))
        .filter((part) => part !== null),
    };
  if (type === 'MultiPolygon')
    return { type, coordinates: table.tables(GEOMETRY.parts).map((part) => parts(part)) };
  const all = positions(table);
  switch (type) {
    case 'Point':
      return all[0] === undefined ? null : { type, coordinates: all[0] };
    case 'LineString':
    case 'MultiPoint':
      return { type, coordinates: all };
    case 'Polygon':
    case 'MultiLineString':
      return { type, coordinates: parts(table, all) };
  }
}

function positions(table: Table): Position[] {
  const xy = table.doubles(GEOMETRY.xy) ?? [];
  const z = table.doubles(GEOMETRY.z) ?? [];
  const m = table.doubles(GEOMETRY.m) ?? [];
  return Array.from({ length: xy.length >> 1 }, (_, i) =>
    measuredPosition(xy[i * 2]!, xy[i * 2 + 1]!, z[i] ?? Number.NaN, m[i] ?? Number.NaN),
  );
}

/** Lines or rings: `ends` says where each stops; there is none if there is only one. */
function parts(table: Table, all = positions(table)): Position[][] {
  const ends = table.ints(GEOMETRY.ends);
  if (ends === undefined || ends.length === 0) return all.length === 0 ? [] : [all];
  if (ends.some((end, i) => end < (ends[i - 1] ?? 0) || end > all.length))
    throw new GeometryFormatError('has parts that do not follow one another');
  return ends.map((end, i) => all.slice(ends[i - 1] ?? 0, end));
}
