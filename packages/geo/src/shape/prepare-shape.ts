import type { Geometry, Position } from '../geojson.ts';
import { countEdges, MANY_PAIRS, PlanarShape } from '../planar/intersects.ts';
import { geometryOfParts, highestParts, type Part, partsOf } from '../planar/parts.ts';
import type { Geos, Pointer } from './geos.ts';
import { restoreHeights } from './heights.ts';
import { OutlineIndex } from './outline-index.ts';
import { intersection, toValidGeos } from './overlay.ts';
import { toGeos } from './to-geos.ts';

/** A geometry made ready to be compared with many others; `free` it when done. */
export type Shape = {
  /** Whether the two have a point in common. */
  intersects(geometry: Geometry): boolean;
  /** What of the geometry lies in the shape, null if nothing does; its type may change, its heights stay. */
  clip(geometry: Geometry): Geometry | null;
  free(): void;
};

type Prepared = { geometry: Pointer; prepared: Pointer; outlines: OutlineIndex };

/** What GEOS returns when a predicate fails. */
const FAILED = 2;

/** Never throws for odd geometry: what is invalid is repaired, and what GEOS cannot decide is decided without it. */
export function prepareShape(geos: Geos, geometry: Geometry): Shape {
  return new PreparedShape(geos, geometry);
}

class PreparedShape implements Shape {
  readonly #geos: Geos;
  readonly #plane: PlanarShape;
  /** One for each dimension that the shape has, areas first: GEOS does not overlay mixtures. */
  #members: Prepared[] = [];

  constructor(geos: Geos, source: Geometry) {
    this.#geos = geos;
    this.#plane = new PlanarShape(source);
    const parts = partsOf(source);
    for (const dimension of [2, 1, 0]) {
      const alike = parts.filter((part) => part.dimension === dimension);
      if (alike.length > 0) this.#members.push(prepare(geos, alike));
    }
  }

  intersects(geometry: Geometry): boolean {
    if (geometry.type === 'Point') return this.#covers(geometry.coordinates);
    return partsByDimension(geometry).some((parts) => this.#meets(parts));
  }

  clip(geometry: Geometry): Geometry | null {
    if (geometry.type !== 'GeometryCollection') return geometryOfParts(this.#clip(partsOf(geometry)));
    const geometries: Geometry[] = [];
    for (const member of geometry.geometries) {
      const clipped = this.clip(member);
      if (clipped) geometries.push(clipped);
    }
    return geometries.length > 0 ? { ...geometry, geometries } : null;
  }

  free(): void {
    for (const { geometry, prepared } of this.#members) {
      if (prepared !== 0) this.#geos.module._GEOSPreparedGeom_destroy_r(this.#geos.context, prepared);
      this.#geos.free(geometry);
    }
    this.#members = [];
  }

  #covers(position: Position): boolean {
    const { module, context } = this.#geos;
    return this.#members.some(({ prepared }) => {
      const result =
        prepared === 0
          ? FAILED
          : module._GEOSPreparedIntersectsXY_r(context, prepared, position[0], position[1]);
      return result === FAILED ? this.#plane.meets({ type: 'Point', coordinates: position }) : result === 1;
    });
  }

  /** Whether parts of one dimension meet the shape. */
  #meets(parts: Part[]): boolean {
    if (this.#plane.edges * countEdges(parts) > MANY_PAIRS) return this.#plane.meets(geometryOfParts(parts)!);
    if (parts[0]?.dimension === 0) return parts.some(({ chains }) => this.#covers(chains[0]![0]!));
    const { module, context } = this.#geos;
    const geometry = toGeos(this.#geos, parts);
    try {
      return this.#members.some(({ prepared }) => {
        const result =
          geometry === 0 || prepared === 0
            ? FAILED
            : module._GEOSPreparedIntersects_r(context, prepared, geometry);
        return result === FAILED ? this.#plane.meets(geometryOfParts(parts)!) : result === 1;
      });
    } finally {
      this.#geos.free(geometry);
    }
  }

  #clip(parts: Part[]): Part[] {
    if (parts.length === 0 || parts[0]!.dimension === 0)
      return parts.filter(({ chains }) => this.#covers(chains[0]![0]!));
    const found: Part[] = [];
    const isQuick = this.#plane.edges * countEdges(parts) <= MANY_PAIRS;
    for (const member of this.#members) {
      if ((isQuick || canIntersect(member, parts)) && this.#lieIn(parts, member)) return parts;
      // If GEOS rejects it even after repair, or would take too long, return it unclipped rather than lose it.
      const common = canIntersect(member, parts)
        ? intersection(this.#geos, parts, member.geometry)
        : undefined;
      found.push(...(common ?? (this.#meets(parts) ? parts : [])));
    }
    return restoreHeights(highestParts(found), parts);
  }

  #lieIn(parts: Part[], { prepared }: Prepared): boolean {
    if (prepared === 0) return false;
    const { module, context } = this.#geos;
    const geometry = toGeos(this.#geos, parts);
    const covered = geometry !== 0 && module._GEOSPreparedCovers_r(context, prepared, geometry) === 1;
    this.#geos.free(geometry);
    return covered;
  }
}

function prepare(geos: Geos, parts: Part[]): Prepared {
  const geometry = toValidGeos(geos, parts);
  const prepared = geometry === 0 ? 0 : geos.module._GEOSPrepare_r(geos.context, geometry);
  return { geometry, prepared, outlines: new OutlineIndex(parts) };
}

function canIntersect({ geometry, outlines }: Prepared, parts: Part[]): boolean {
  if (geometry === 0) return false;
  const others = new OutlineIndex(parts);
  return !others.isTangled && !outlines.isTangledWith(others);
}

function partsByDimension(geometry: Geometry): Part[][] {
  const parts = partsOf(geometry);
  if (geometry.type !== 'GeometryCollection') return parts.length > 0 ? [parts] : [];
  return [0, 1, 2]
    .map((dimension) => parts.filter((part) => part.dimension === dimension))
    .filter((alike) => alike.length > 0);
}
