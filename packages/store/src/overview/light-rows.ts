import { type BBox, boxesMeet, GEOMETRY_TYPES, type Geometry, isInside, type Sight } from '@meridian/geo';
import type { AreaTest } from '../query/area.ts';
import type { ReadRow } from '../read/row.ts';
import { geometryTypeCode } from '../write/tally.ts';

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
];

export function kindOf(geometry: Geometry): number {
  const isPlain = geometry.type === 'Point' && geometry.coordinates.length === 2;
  return isPlain ? PLAIN_POINT : geometryTypeCode(geometry.type);
}

/** For those who want ids and geometries only: texts are read where a geometry is more than a point and can be seen. */
export class LightRows {
  readonly #area: AreaTest;
  readonly #sight: Sight | undefined;

  /** `sight`: leave out what can't be seen. */
  constructor(area: AreaTest, sight: Sight | undefined) {
    this.#area = area;
    this.#sight = sight;
  }

  /** Whether a candidate's box meets the area and something of it may be seen. */
  readonly isNear = ([, , kind, west, south, east, north]: Candidate): boolean => {
    const box = { west, south, east: east ?? west, north: north ?? south };
    if (!this.#area.boxes.some((one) => boxesMeet(one, box))) return false;
    return kind === PLAIN_POINT || !this.#sight?.isHidden(GEOMETRY_TYPES[kind - 1]!, box);
  };

  /** The numbers of those whose texts are needed. */
  unread(candidates: readonly Candidate[]): number[] {
    return candidates.filter(([, , kind]) => kind !== PLAIN_POINT).map(([seq]) => seq);
  }

  /** The rows of candidates, in their order, with the texts that were read. */
  rows(candidates: readonly Candidate[], read: readonly ReadRow[], isInSample: boolean): ReadRow[] {
    const texts = new Map(read.map((row) => [row.seq, row]));
    const rows: ReadRow[] = [];
    for (const [seq, id, kind, west, south, east, north] of candidates) {
      // Not there if it was deleted since.
      const row = kind === PLAIN_POINT ? pointRow(seq, id, west, south) : texts.get(seq);
      if (!row) continue;
      row.reachesOut = kind !== PLAIN_POINT && this.#reachesOut({ west, south, east: east!, north: north! });
      row.isInSample = isInSample;
      rows.push(row);
    }
    return rows;
  }

  #reachesOut(box: BBox): boolean {
    return !this.#area.boxes.some((one) => isInside(box, one));
  }
}

/** A point's row, as if it had been stored without properties. */
function pointRow(seq: number, id: string, x: number, y: number): ReadRow {
  const head = `{"type":"Feature","id":${JSON.stringify(id)},"geometry":`;
  const before = `${head}{"type":"Point","coordinates":[${x},${y}]},"properties":`;
  return {
    seq,
    id,
    hasZ: 0,
    geometryStart: head.length,
    propertiesStart: before.length,
    propertiesEnd: before.length + 2,
    text: `${before}{}}`,
    point: [x, y],
  };
}
