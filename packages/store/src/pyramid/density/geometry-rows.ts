import {
  type BBox,
  GEOMETRY_TYPES,
  type Geometry,
  type SeenFeature,
  type VisibilityFilter,
} from '@meridian/geo';
import { geometryTypeCode } from '../../model/feature/geometry-type.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { FiledRow, type FiledShapes } from './filed-row.ts';

/** In place of the type of geometry: a point without height, which is all in its box. */
export const PLAIN_POINT = 0;

/** What can be known of a feature without its text; a plain point may lack east and north, others the id. */
export type Candidate = [
  seq: number,
  id: string,
  kind: number,
  west: number,
  south: number,
  east: number | null,
  north: number | null,
  /** That it takes on a tile (`roomStep`); 0 or absent: not known. */
  room?: number,
  /** If that is known. */
  geometry?: Geometry,
];

export function kindOf(geometry: Geometry): number {
  const isPlain = geometry.type === 'Point' && geometry.coordinates.length === 2;
  return isPlain ? PLAIN_POINT : geometryTypeCode(geometry.type);
}

/** For those who want ids and geometries only: texts are read where a geometry is more than a point and can be seen. */
export class GeometryRows {
  readonly #area: Pick<AreaTest, 'boxes'>;
  readonly #visibility: VisibilityFilter | undefined;

  /** `visibility`: leave out what can't be seen. */
  constructor(area: Pick<AreaTest, 'boxes'>, visibility: VisibilityFilter | undefined) {
    this.#area = area;
    this.#visibility = visibility;
  }

  /** Whether a candidate's box meets the area and something of it may be seen. */
  isNear(kind: number, west: number, south: number, east: number, north: number): boolean {
    if (!this.#meets(west, south, east, north)) return false;
    if (kind === PLAIN_POINT || !this.#visibility) return true;
    return !this.#visibility.isBoxHidden(GEOMETRY_TYPES[kind - 1]!, west, south, east, north);
  }

  isNearby([, , kind, west, south, east, north]: Candidate): boolean {
    return this.isNear(kind, west, south, east ?? west, north ?? south);
  }

  #meets(west: number, south: number, east: number, north: number): boolean {
    const { boxes } = this.#area;
    for (let i = 0; i < boxes.length; i++) {
      const box = boxes[i]!;
      if (west <= box.east && east >= box.west && south <= box.north && north >= box.south) return true;
    }
    return false;
  }

  /** Whether the geometry in a box may reach out of the area. */
  needsRecheck(west: number, south: number, east: number, north: number): boolean {
    const { boxes } = this.#area;
    for (let i = 0; i < boxes.length; i++) {
      const box = boxes[i]!;
      if (west >= box.west && east <= box.east && south >= box.south && north <= box.north) return false;
    }
    return true;
  }

  /** The same of a candidate. */
  reachesOut([, , kind, west, south, east, north]: Candidate): boolean {
    return kind !== PLAIN_POINT && this.needsRecheck(west, south, east!, north!);
  }

  /** The rows of candidates, in insertion order: `rows`, of which the geometries are known, and those `read` of the others. */
  inOrder(rows: ReadRow[], read: readonly ReadRow[], others: readonly Candidate[]): ReadRow[] {
    const candidates = new Map(others.map((candidate) => [candidate[0], candidate]));
    // Some may have been deleted since.
    for (const row of read) row.needsRecheck = this.reachesOut(candidates.get(row.seq)!);
    return merged(rows, read);
  }
}

/** Rows of two lists that are in insertion order each; of the second there are few. */
function merged(rows: ReadRow[], few: readonly ReadRow[]): ReadRow[] {
  const all: ReadRow[] = [];
  let next = 0;
  for (const one of few) {
    const { seq } = one;
    while (next < rows.length && rows[next]!.seq < seq) all.push(rows[next++]!);
    all.push(one);
  }
  while (next < rows.length) all.push(rows[next++]!);
  return all;
}

function pointAt(x: number, y: number): Geometry {
  return { type: 'Point', coordinates: [x, y] };
}

export function isPlainPoint([, , kind]: Candidate): boolean {
  return kind === PLAIN_POINT;
}

/** The row of a candidate that is a plain point. */
export function pointRow(candidate: Candidate, area: GeometryRows): FiledRow | undefined {
  return isPlainPoint(candidate) ? new FiledRow(new FiledPoint(candidate), 0, area) : undefined;
}

class FiledPoint implements FiledShapes {
  readonly #candidate: Candidate;

  constructor(candidate: Candidate) {
    this.#candidate = candidate;
  }

  seqAt(): number {
    return this.#candidate[0];
  }

  needsRecheckAt(): boolean {
    return false;
  }

  idAt(): string {
    return this.#candidate[1];
  }

  geometryAt(): Geometry {
    const [, , , x, y] = this.#candidate;
    return pointAt(x, y);
  }

  drawAt(_: number, feature: SeenFeature): void {
    const [, id, , x, y] = this.#candidate;
    const bytes = Buffer.from(id);
    feature.begin(bytes, 0, bytes.length);
    feature.point(x, y);
  }
}

/** The geometry of a candidate, if that is known. */
export function geometryOf([, , kind, west, south, , , , geometry]: Candidate): Geometry | undefined {
  return kind === PLAIN_POINT ? pointAt(west, south) : geometry;
}

export function boxOfCandidate([, , , west, south, east, north]: Candidate): BBox {
  return { west, south, east: east ?? west, north: north ?? south };
}
