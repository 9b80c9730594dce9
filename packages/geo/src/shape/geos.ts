/** A pointer into the memory of GEOS; 0 stands for an operation that failed. */
export type Pointer = number;

type Unary = (context: Pointer, geometry: Pointer) => number;
type Binary = (context: Pointer, a: Pointer, b: Pointer) => number;

/** The functions of the GEOS C interface that are used here, as the WebAssembly module exports them. */
export type GeosModule = {
  readonly HEAPF64: Float64Array;
  readonly HEAPU32: Uint32Array;
  _malloc(bytes: number): Pointer;
  _free(pointer: Pointer): void;
  UTF8ToString(pointer: Pointer): string;
  _GEOSFree_r(context: Pointer, pointer: Pointer): void;
  _GEOSCoordSeq_copyFromBuffer_r(
    context: Pointer,
    buffer: Pointer,
    size: number,
    z: number,
    m: number,
  ): Pointer;
  _GEOSCoordSeq_copyToBuffer_r(
    context: Pointer,
    sequence: Pointer,
    buffer: Pointer,
    z: number,
    m: number,
  ): number;
  _GEOSGeom_getCoordSeq_r: Unary;
  _GEOSGeom_createPointFromXY_r(context: Pointer, x: number, y: number): Pointer;
  _GEOSGeom_createLineString_r: Unary;
  _GEOSGeom_createLinearRing_r: Unary;
  _GEOSGeom_createPolygon_r(context: Pointer, shell: Pointer, holes: Pointer, count: number): Pointer;
  _GEOSGeom_createCollection_r(context: Pointer, type: number, members: Pointer, count: number): Pointer;
  _GEOSGeom_createRectangle_r(
    context: Pointer,
    west: number,
    south: number,
    east: number,
    north: number,
  ): Pointer;
  _GEOSGeom_destroy_r(context: Pointer, geometry: Pointer): void;
  _GEOSGeomTypeId_r: Unary;
  _GEOSGetNumGeometries_r: Unary;
  _GEOSGetGeometryN_r: Binary;
  _GEOSGetExteriorRing_r: Unary;
  _GEOSGetNumInteriorRings_r: Unary;
  _GEOSGetInteriorRingN_r: Binary;
  _GEOSGetNumCoordinates_r: Unary;
  _GEOSisEmpty_r: Unary;
  _GEOSisValid_r: Unary;
  _GEOSisValidReason_r: Unary;
  _GEOSMakeValid_r: Unary;
  _GEOSMakeValidWithParams_r: Binary;
  _GEOSMakeValidParams_create_r(context: Pointer): Pointer;
  _GEOSMakeValidParams_setMethod_r: Binary;
  _GEOSOrientPolygons_r(context: Pointer, geometry: Pointer, exteriorClockwise: number): number;
  _GEOSUnaryUnion_r: Unary;
  _GEOSCoverageUnion_r: Unary;
  _GEOSPolygonize_r(context: Pointer, geometries: Pointer, count: number): Pointer;
  _GEOSIntersection_r: Binary;
  _GEOSDifference_r: Binary;
  _GEOSBuffer_r(context: Pointer, geometry: Pointer, width: number, quadrantSegments: number): Pointer;
  _GEOSPrepare_r: Unary;
  _GEOSPreparedGeom_destroy_r(context: Pointer, prepared: Pointer): void;
  _GEOSPreparedIntersects_r: Binary;
  _GEOSPreparedIntersectsXY_r(context: Pointer, prepared: Pointer, x: number, y: number): number;
  _GEOSPreparedCovers_r: Binary;
  _GEOSPreparedContainsXY_r(context: Pointer, prepared: Pointer, x: number, y: number): number;
  _GEOSPreparedContains_r: Binary;
  _GEOSPreparedWithin_r: Binary;
  _GEOSPreparedTouches_r: Binary;
  _GEOSPreparedOverlaps_r: Binary;
  _GEOSPreparedCrosses_r: Binary;
  _GEOSPreparedDisjoint_r: Binary;
  _GEOSEquals_r: Binary;
};

/** GEOS on this thread, with one buffer through which all coordinates go in and out. */
export class Geos {
  readonly module: GeosModule;
  readonly context: Pointer;
  readonly #byStructure: Pointer;
  #buffer: Pointer = 0;
  #capacity = 0;

  constructor(module: GeosModule, context: Pointer) {
    this.module = module;
    this.context = context;
    this.#byStructure = module._GEOSMakeValidParams_create_r(context);
    module._GEOSMakeValidParams_setMethod_r(context, this.#byStructure, 1);
  }

  /** A buffer of this many bytes, overwritten by the next use. */
  buffer(bytes: number): Pointer {
    if (bytes > this.#capacity) {
      this.module._free(this.#buffer);
      this.#capacity = Math.max(bytes, this.#capacity * 2, 65536);
      this.#buffer = this.module._malloc(this.#capacity);
      if (this.#buffer === 0) {
        this.#capacity = 0;
        throw new RangeError(`GEOS has no memory left for ${bytes} bytes`);
      }
    }
    return this.#buffer;
  }

  isValid(geometry: Pointer): boolean {
    return geometry !== 0 && this.module._GEOSisValid_r(this.context, geometry) === 1;
  }

  /** Why a geometry is invalid, and where: `Self-intersection[2 2]`. */
  whyInvalid(geometry: Pointer): string {
    const text = this.module._GEOSisValidReason_r(this.context, geometry);
    if (text === 0) return 'GEOS cannot tell why';
    try {
      return this.module.UTF8ToString(text);
    } finally {
      this.module._GEOSFree_r(this.context, text);
    }
  }

  /** What the lines of an invalid geometry enclose, as PostGIS repairs it; taken over. What encloses nothing stays a line. */
  repairByLines(geometry: Pointer): Pointer {
    return this.replace(geometry, geometry && this.module._GEOSMakeValid_r(this.context, geometry));
  }

  /** What the outer rings go around less what the holes go around; taken over. What goes around nothing is lost. */
  repairByRings(geometry: Pointer): Pointer {
    return this.replace(
      geometry,
      geometry && this.module._GEOSMakeValidWithParams_r(this.context, geometry, this.#byStructure),
    );
  }

  /** Frees one geometry for another made of it. */
  replace(old: Pointer, made: Pointer): Pointer {
    this.free(old);
    return made;
  }

  free(geometry: Pointer): void {
    if (geometry !== 0) this.module._GEOSGeom_destroy_r(this.context, geometry);
  }
}

/** GEOS is needed, and this thread has not loaded it. */
export class NeedsGeos extends Error {
  constructor() {
    super('GEOS is needed and not loaded');
  }
}

let loading: Promise<Geos> | undefined;
let loaded: Geos | undefined;

/** GEOS, loaded on the first call of a thread (about 0.1 s). */
export function loadGeos(): Promise<Geos> {
  loading ??= start();
  return loading;
}

/** GEOS where this thread has loaded it. */
export function geosAtHand(): Geos {
  if (!loaded) throw new NeedsGeos();
  return loaded;
}

async function start(): Promise<Geos> {
  // 2.5 MB, which most threads never need.
  const { default: initGeosJs } = await import('geos-wasm');
  // GEOS reports an error by its return value too; a handler that throws would skip its cleaning up.
  const geos = await initGeosJs({ errorHandler: ignore, noticeHandler: ignore });
  const { Module, _ctx } = geos as unknown as { Module: GeosModule; _ctx: Pointer };
  loaded = new Geos(Module, _ctx);
  return loaded;
}

function ignore(): void {}
