import type { GeometryType } from '../geojson.ts';
import { AttributeScan } from './attribute-scan.ts';
import type { FlatAttributes } from './held-attributes.ts';

/** What a feature takes beside attributes and geometry: tags, lengths, kind, number, and its `point_count`. */
export const FEATURE_BYTES = 26;

/** What the geometry of a feature is given at least, whatever the zoom; an outline of each kind is smaller. */
export const POINT_BYTES = 9;
export const LINE_BYTES = 48;
export const POLYGON_BYTES = 64;

/** What a feature takes at least where room is given away, in bytes, and how many times that at most. */
export const ROOM_BYTES = 128;
export const MOST_ROOM = 4;

/** Room is known in so many steps for each time. */
const STEPS = 10;

/** The room that a feature takes on a tile, as a number from 1 to 31, so that it can be stored beside the feature's location. */
export function roomStep(id: string, type: GeometryType, attributes: FlatAttributes | AttributeScan): number {
  const bytes = FEATURE_BYTES + id.length + allowanceOf(type) + tagBytes(attributes);
  const room = Math.min(MOST_ROOM, Math.max(1, bytes / ROOM_BYTES));
  return 1 + Math.ceil((room - 1) * STEPS);
}

/** A sample rank times the room that the feature takes: so that as many bytes are shown of long features as of short ones. */
export function rankInRoom(chance: number, step: number): number {
  return chance * (1 + (step - 1) / STEPS);
}

/** Before it is known which kinds of shapes a geometry has. */
function allowanceOf(type: GeometryType): number {
  if (type.endsWith('Point')) return POINT_BYTES;
  return type.endsWith('LineString') ? LINE_BYTES : POLYGON_BYTES;
}

/** What attributes take if no other feature has the same values. */
function tagBytes(attributes: FlatAttributes | AttributeScan): number {
  if (attributes instanceof AttributeScan) return 8 * attributes.count + attributes.units;
  let bytes = 0;
  for (let i = 1; i < attributes.length; i += 2) {
    const value = attributes[i]!;
    bytes += 8 + (typeof value === 'string' ? value.length : 4);
  }
  return bytes;
}
