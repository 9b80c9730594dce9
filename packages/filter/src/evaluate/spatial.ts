import { type Geometry, type Geos, PreparedRelation, type SpatialRelation } from '@meridian/geo';
import type { Expression, SpatialOp } from '../expression.ts';

/** The same relation, seen from the other side. */
const CONVERSE: Record<SpatialRelation, SpatialRelation> = {
  intersects: 'intersects',
  equals: 'equals',
  disjoint: 'disjoint',
  touches: 'touches',
  within: 'contains',
  overlaps: 'overlaps',
  crosses: 'crosses',
  contains: 'within',
};

const RELATIONS: Record<SpatialOp, SpatialRelation> = {
  s_intersects: 'intersects',
  s_equals: 'equals',
  s_disjoint: 'disjoint',
  s_touches: 'touches',
  s_within: 'within',
  s_overlaps: 'overlaps',
  s_crosses: 'crosses',
  s_contains: 'contains',
};

export type SpatialTest = { holds(feature: Geometry | null): boolean | null; free(): void };

/** A spatial condition made ready for many features: a literal is handed to GEOS once. Null where there is no geometry. */
export function spatialTest(op: SpatialOp, left: Expression, right: Expression, geos: Geos): SpatialTest {
  const [a, b] = [literalGeometry(left), literalGeometry(right)];
  const relation = RELATIONS[op];
  const literal = b ?? a;
  if (literal === undefined)
    return { holds: (feature) => feature && sameSides(relation, feature, geos), free() {} };
  const prepared = new PreparedRelation(geos, literal);
  const free = () => prepared.free();
  if (a !== undefined && b !== undefined) {
    const result = prepared.relates(CONVERSE[relation], a);
    return { holds: () => result, free };
  }
  // The literal is what is prepared, so `feature within literal` is asked as `literal contains feature`.
  const asked = b === undefined ? relation : CONVERSE[relation];
  return { holds: (feature) => feature && prepared.relates(asked, feature), free };
}

/** `S_EQUALS(geometry, geometry)`: pointless, but allowed. */
function sameSides(relation: SpatialRelation, feature: Geometry, geos: Geos): boolean | null {
  const prepared = new PreparedRelation(geos, feature);
  try {
    return prepared.relates(relation, feature);
  } finally {
    prepared.free();
  }
}

/** The geometry that a literal stands for; undefined for anything else. */
export function literalGeometry(expression: Expression): Geometry | undefined {
  if (expression.kind === 'geometry') return expression.geometry;
  return expression.kind === 'bbox' ? bboxGeometry(expression.bbox) : undefined;
}

/** Two rectangles where the box crosses the antimeridian. Heights play no part. */
function bboxGeometry(bbox: readonly number[]): Geometry {
  const [west, south] = bbox as [number, number];
  const [east, north] = bbox.slice(bbox.length / 2) as [number, number];
  if (west === east && south === north) return { type: 'Point', coordinates: [west, south] };
  if (west === east || south === north)
    return {
      type: 'LineString',
      coordinates: [
        [west, south],
        [east, north],
      ],
    };
  if (west <= east) return { type: 'Polygon', coordinates: [rectangle(west, south, east, north)] };
  return {
    type: 'MultiPolygon',
    coordinates: [[rectangle(west, south, 180, north)], [rectangle(-180, south, east, north)]],
  };
}

function rectangle(west: number, south: number, east: number, north: number): [number, number][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
