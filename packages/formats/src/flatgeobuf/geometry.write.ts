import type { Geometry, Position } from '@meridian/geo/geojson';
import type { Builder } from 'flatbuffers';
import { hasHeight } from '../geometry/heights.ts';
import { GEOMETRY, GEOMETRY_TYPES } from './layout.ts';
import { doubles, offsets } from './vectors.ts';

/**
 * Writes a geometry and returns its offset. In a file with heights (`hasZ`) every position has one: 0 throughout where
 * the geometry has none (the column @flat says so), NaN where only some of its positions have one.
 */
export function addGeometry(builder: Builder, geometry: Geometry, hasZ: boolean): number {
  return add(builder, geometry, hasZ ? (hasHeight(geometry) ? Number.NaN : 0) : undefined);
}

/** `missing` stands for a height that is not there; undefined if the file has none. */
function add(builder: Builder, geometry: Geometry, missing: number | undefined): number {
  const type = GEOMETRY_TYPES.indexOf(geometry.type);
  switch (geometry.type) {
    case 'Point':
      return addLines(builder, type, [[geometry.coordinates]], missing);
    case 'LineString':
    case 'MultiPoint':
      return addLines(builder, type, [geometry.coordinates], missing);
    case 'Polygon':
    case 'MultiLineString':
      return addLines(builder, type, geometry.coordinates, missing);
    case 'MultiPolygon':
      return addParts(
        builder,
        type,
        geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates })),
        missing,
      );
    case 'GeometryCollection':
      return addParts(builder, type, geometry.geometries, missing);
  }
}

function addLines(builder: Builder, type: number, lines: Position[][], missing: number | undefined): number {
  const all = lines.flat();
  const xy = doubles(
    builder,
    all.flatMap((position) => position.slice(0, 2)),
  );
  const z =
    missing === undefined
      ? undefined
      : doubles(
          builder,
          all.map(([, , height = missing]) => height),
        );
  let end = 0;
  const ends =
    lines.length > 1
      ? addEnds(
          builder,
          lines.map((line) => (end += line.length)),
        )
      : undefined;
  builder.startObject(8);
  if (ends !== undefined) builder.addFieldOffset(GEOMETRY.ends, ends, 0);
  builder.addFieldOffset(GEOMETRY.xy, xy, 0);
  if (z !== undefined) builder.addFieldOffset(GEOMETRY.z, z, 0);
  builder.addFieldInt8(GEOMETRY.type, type, 0);
  return builder.endObject();
}

function addEnds(builder: Builder, ends: number[]): number {
  builder.startVector(4, ends.length, 4);
  for (const end of ends.toReversed()) builder.addInt32(end);
  return builder.endVector();
}

function addParts(builder: Builder, type: number, members: Geometry[], missing: number | undefined): number {
  const parts = offsets(
    builder,
    members.map((member) => add(builder, member, missing)),
  );
  builder.startObject(8);
  builder.addFieldInt8(GEOMETRY.type, type, 0);
  builder.addFieldOffset(GEOMETRY.parts, parts, 0);
  return builder.endObject();
}
