import type { Geometry, Position } from '@meridian/geo/geojson';
import { isBoxWithin, isWithin, MAX_WORK, ringOf } from '../osm/nest-rings.ts';
import { GeometryFormatError } from './geometry-format-error.ts';

/**
 * The area of rings of which nothing says which are holes, in whatever direction they are wound: a ring within another is
 * a hole, one within a hole an area again. Throws GeometryFormatError.
 */
export function areaOfRings(rings: Position[][]): Geometry {
  if (rings.length * rings.reduce((sum, { length }) => sum + length, 0) > MAX_WORK)
    throw new GeometryFormatError('has too many rings to find out which lie in which');
  const sorted = rings
    .map((ring, order) => ({ ...ringOf(ring), order }))
    .sort((a, b) => Math.abs(b.area) - Math.abs(a.area));
  const depths: number[] = [];
  const shells: (Position[][] | undefined)[] = [];
  /** In the order of their outer rings. */
  const polygons: Position[][][] = [];
  for (const [i, ring] of sorted.entries()) {
    // Of those around it the last is the smallest.
    const around = sorted.findLastIndex(
      (other, at) => at < i && isBoxWithin(ring.box, other.box) && isWithin(ring, other),
    );
    const depth = around < 0 ? 0 : depths[around]! + 1;
    depths.push(depth);
    const isHole = depth % 2 === 1;
    const positions = ring.area > 0 === isHole ? ring.positions.toReversed() : ring.positions;
    if (isHole) shells[around]!.push(positions);
    const shell = isHole ? undefined : [positions];
    shells.push(shell);
    if (shell) polygons[ring.order] = shell;
  }
  const coordinates = polygons.filter((shell) => shell !== undefined);
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: coordinates[0]! }
    : { type: 'MultiPolygon', coordinates };
}
