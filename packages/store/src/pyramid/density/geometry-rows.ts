import {
  type BBox,
  boxesMeet,
  GEOMETRY_TYPES,
  type Geometry,
  isInside,
  type VisibilityFilter,
} from '@meridian/geo';
import { geometryTypeCode } from '../../model/feature/geometry-type.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';

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
    const box = { west, south, east, north };
    if (!this.#area.boxes.some((one) => boxesMeet(one, box))) return false;
    return kind === PLAIN_POINT || !this.#visibility?.isHidden(GEOMETRY_TYPES[kind - 1]!, box);
  }

  isNearby([, , kind, west, south, east, north]: Candidate): boolean {
    return this.isNear(kind, west, south, east ?? west, north ?? south);
  }

  /** The numbers of those whose texts are needed. */
  unread(candidates: readonly Candidate[]): number[] {
    const isUnread = ([, , kind, , , , , , geometry]: Candidate) => kind !== PLAIN_POINT && !geometry;
    return candidates.filter(isUnread).map(([seq]) => seq);
  }

  /** The rows of candidates, in their order, with the texts that were read. */
  rows(candidates: readonly Candidate[], read: readonly ReadRow[], isInSample: boolean): ReadRow[] {
    const texts = new Map(read.map((row) => [row.seq, row]));
    const rows: ReadRow[] = [];
    for (const [seq, id, kind, west, south, east, north, , geometry] of candidates) {
      // Not there if it was deleted since.
      const filed = kind === PLAIN_POINT ? pointAt(west, south) : geometry;
      const row = filed ? new FiledRow(seq, id, filed) : texts.get(seq);
      if (!row) continue;
      row.needsRecheck =
        kind !== PLAIN_POINT && this.#needsRecheck({ west, south, east: east!, north: north! });
      row.isInSample = isInSample;
      rows.push(row);
    }
    return rows;
  }

  #needsRecheck(box: BBox): boolean {
    return !this.#area.boxes.some((one) => isInside(box, one));
  }
}

const BEFORE_ID = '{"type":"Feature","id":';
const BEFORE_GEOMETRY = ',"geometry":';

function pointAt(x: number, y: number): Geometry {
  return { type: 'Point', coordinates: [x, y] };
}

/** The geometry of a candidate, if that is known. */
export function geometryOf([, , kind, west, south, , , , geometry]: Candidate): Geometry | undefined {
  return kind === PLAIN_POINT ? pointAt(west, south) : geometry;
}

export function boxOfCandidate([, , , west, south, east, north]: Candidate): BBox {
  return { west, south, east: east ?? west, north: north ?? south };
}

/** A row of which the geometry is known, as if it had been stored without properties. Its text is made only where somebody looks at it. */
class FiledRow implements ReadRow {
  readonly hasZ = 0;
  readonly seq: number;
  readonly id: string;
  readonly filedGeometry: Geometry;
  needsRecheck = false;
  isInSample = false;
  #text: string | undefined;

  constructor(seq: number, id: string, geometry: Geometry) {
    this.seq = seq;
    this.id = id;
    this.filedGeometry = geometry;
  }

  get text(): string {
    this.#text ??= `${this.#head}${JSON.stringify(this.filedGeometry)},"properties":{}}`;
    return this.#text;
  }

  get geometryStart(): number {
    return this.#head.length;
  }

  get propertiesStart(): number {
    return this.text.length - 3;
  }

  get propertiesEnd(): number {
    return this.text.length - 1;
  }

  get #head(): string {
    return `${BEFORE_ID}${JSON.stringify(this.id)}${BEFORE_GEOMETRY}`;
  }
}
