import type { Geometry } from '../geojson.ts';
import { countEdges, MANY_PAIRS, PlanarShape } from '../planar/intersects.ts';
import { type Part, partsOf } from '../planar/parts.ts';
import type { Geos, Pointer } from './geos.ts';
import { OutlineIndex } from './outline-index.ts';
import { toValidGeos } from './overlay.ts';
import { collect } from './to-geos.ts';

/** The relations of Simple Features (DE-9IM), planar in longitude and latitude. */
export type SpatialRelation =
  | 'intersects'
  | 'equals'
  | 'disjoint'
  | 'touches'
  | 'within'
  | 'overlaps'
  | 'crosses'
  | 'contains';

const GEOMETRY_COLLECTION = 7;
/** What GEOS returns where it cannot decide. */
const FAILED = 2;

/** A geometry made ready to be related to many others; `free` it when done. Invalid polygons are repaired. */
export class PreparedRelation {
  readonly #geos: Geos;
  readonly #parts: Part[];
  readonly #plane: PlanarShape;
  readonly #geometry: Pointer;
  readonly #prepared: Pointer;
  readonly #outlines: OutlineIndex;

  constructor(geos: Geos, geometry: Geometry) {
    this.#geos = geos;
    this.#parts = partsOf(geometry);
    this.#plane = new PlanarShape(geometry);
    this.#outlines = new OutlineIndex(this.#parts);
    this.#geometry = toRelatable(geos, geometry);
    this.#prepared = this.#geometry === 0 ? 0 : geos.module._GEOSPrepare_r(geos.context, this.#geometry);
  }

  /** Whether `this relation other` holds; null if GEOS cannot decide. */
  relates(relation: SpatialRelation, other: Geometry): boolean | null {
    if (this.#prepared === 0) return this.#withoutGeos(relation, other);
    const result = this.#ofPoint(relation, other) ?? this.#ofAny(relation, other);
    return result === FAILED ? this.#withoutGeos(relation, other) : result === 1;
  }

  free(): void {
    const { module, context } = this.#geos;
    if (this.#prepared !== 0) module._GEOSPreparedGeom_destroy_r(context, this.#prepared);
    this.#geos.free(this.#geometry);
  }

  /** Points need not be handed over as geometries of GEOS. */
  #ofPoint(relation: SpatialRelation, other: Geometry): number | undefined {
    if (other.type !== 'Point') return undefined;
    const { module, context } = this.#geos;
    const [x, y] = other.coordinates;
    switch (relation) {
      case 'intersects':
        return module._GEOSPreparedIntersectsXY_r(context, this.#prepared, x, y);
      case 'contains':
        return module._GEOSPreparedContainsXY_r(context, this.#prepared, x, y);
      default:
        return undefined;
    }
  }

  #ofAny(relation: SpatialRelation, other: Geometry): number {
    const { module, context } = this.#geos;
    if (FINDS_ONE_POINT.has(relation) ? this.#isLargeWith(other) : this.#isTangledWith(other)) return FAILED;
    const geometry = toRelatable(this.#geos, other);
    if (geometry === 0) return FAILED;
    try {
      return relation === 'equals'
        ? module._GEOSEquals_r(context, this.#geometry, geometry)
        : module[PREDICATES[relation]](context, this.#prepared, geometry);
    } finally {
      this.#geos.free(geometry);
    }
  }

  #isLargeWith(other: Geometry): boolean {
    return this.#plane.edges * countEdges(partsOf(other)) > MANY_PAIRS;
  }

  #isTangledWith(other: Geometry): boolean {
    const parts = partsOf(other);
    const located = this.#parts.length * countEdges(parts) + parts.length * this.#plane.edges;
    if (located > MOST_LOCATED) return true;
    const outlines = new OutlineIndex(parts);
    return this.#outlines.isTangled || outlines.isTangled || this.#outlines.isTangledWith(outlines);
  }

  #withoutGeos(relation: SpatialRelation, other: Geometry): boolean | null {
    if (relation !== 'intersects' && relation !== 'disjoint') return null;
    return this.#plane.meets(other) === (relation === 'intersects');
  }
}

/** GEOS looks for where each part of one lies in the other, edge by edge; it does so many in a second or two. */
const MOST_LOCATED = 1_000_000_000;

/** Decided by the first point that both have; the others look at every place where outlines meet. */
const FINDS_ONE_POINT: ReadonlySet<SpatialRelation> = new Set(['intersects', 'disjoint']);

const PREDICATES = {
  intersects: '_GEOSPreparedIntersects_r',
  disjoint: '_GEOSPreparedDisjoint_r',
  touches: '_GEOSPreparedTouches_r',
  within: '_GEOSPreparedWithin_r',
  overlaps: '_GEOSPreparedOverlaps_r',
  crosses: '_GEOSPreparedCrosses_r',
  contains: '_GEOSPreparedContains_r',
} as const;

/** Parts of one dimension as one geometry, parts of several as a collection of these; 0 if GEOS refuses it. */
function toRelatable(geos: Geos, geometry: Geometry): Pointer {
  const parts = partsOf(geometry);
  const alike = [0, 1, 2]
    .map((dimension) => parts.filter((part) => part.dimension === dimension))
    .filter((members) => members.length > 0);
  if (alike.length <= 1) return toValidGeos(geos, alike[0] ?? []);
  return collect(
    geos,
    GEOMETRY_COLLECTION,
    alike.map((members) => toValidGeos(geos, members)),
  );
}
