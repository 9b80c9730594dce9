const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/** Bounds on what a file may make us hold or do. All but the first two guard against files made to do harm. */
export type Limits = {
  /** Text of one feature, one CSV record, one KML Placemark. More is refused, and skipped without being held. */
  featureBytes: number;
  /** Formats that have to be held whole: TopoJSON. */
  documentBytes: number;
  /** JSON levels within a feature. */
  depth: number;
  /** Inflated size of a `.gz`, or of one member of an archive. */
  inflatedBytes: number;
  /** Inflated against compressed size, once `ratioFrom` bytes have come out. */
  ratio: number;
  ratioFrom: number;
  /** Members of an archive, read or not. */
  members: number;
  /** Milliseconds that a library may work on a piece of a file before it counts as damaged, or made to do harm. */
  stepMs: number;
};

export const DEFAULT_LIMITS: Readonly<Limits> = {
  featureBytes: 64 * MiB,
  documentBytes: 256 * MiB,
  depth: 200,
  inflatedBytes: 64 * GiB,
  ratio: 250,
  ratioFrom: 16 * MiB,
  members: 10_000,
  stepMs: 60_000,
};
