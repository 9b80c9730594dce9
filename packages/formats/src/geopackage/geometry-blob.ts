import type { Geometry } from '@meridian/geo/geojson';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { parseWkb } from '../geometry/wkb.read.ts';

const FIXED_HEADER_BYTES = 8;
/** Bytes of the box in the header, by the number in the flags. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

/** GeoPackageBinary: `GP`, version, flags, SRID, a box, then WKB. */
export function parseGeometryBlob(blob: Uint8Array): Geometry | null {
  if (blob[0] !== 0x47 || blob[1] !== 0x50 || blob.length < FIXED_HEADER_BYTES)
    throw new GeometryFormatError('has a geometry that is no GeoPackage binary');
  const flags = blob[3]!;
  if ((flags & 0x20) !== 0) throw new GeometryFormatError('has a geometry of an extended type');
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 7];
  if (envelope === undefined) throw new GeometryFormatError('has a geometry with a broken header');
  return parseWkb(blob, FIXED_HEADER_BYTES + envelope);
}
