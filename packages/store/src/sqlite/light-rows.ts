import { type BBox, boxesMeet, GEOMETRY_TYPES, isInside, type Sight } from '@meridian/geo';
import type { AreaTest } from '../query/area.ts';
import type { ReadRow } from '../read/row.ts';
import { IN_LIST, type SeqStep, type Steps } from './rows.ts';
import { READ_COLUMNS, type SpaceReader } from './space-reader.ts';

/** In place of the type of geometry: a point without height, which is all in its box. */
export const PLAIN_POINT = 0;

/** What can be known of a feature without its text; a plain point may lack east and north. */
export type Candidate = [
  seq: number,
  id: string,
  kind: number,
  west: number,
  south: number,
  east: number | null,
  north: number | null,
];

const POINT = GEOMETRY_TYPES.indexOf('Point') + 1;
const CANDIDATE_COLUMNS = `seq, id, CASE WHEN geometry_type = ${POINT} AND has_z = 0 THEN ${PLAIN_POINT}
  ELSE geometry_type END, west, south, east, north`;

/** For those who want ids and geometries only: texts are read where a geometry is more than a point and can be seen. */
export class LightRows {
  readonly #reader: SpaceReader;
  readonly #area: AreaTest;
  readonly #sight: Sight | undefined;
  readonly #texts;

  /** `sight`: leave out what can't be seen. */
  constructor(reader: SpaceReader, area: AreaTest, sight: Sight | undefined) {
    this.#reader = reader;
    this.#area = area;
    this.#sight = sight;
    this.#texts = reader.database.prepare(`SELECT ${READ_COLUMNS} FROM feature WHERE seq ${IN_LIST}`);
  }

  /** The rows behind numbers from an index. */
  *picked(steps: Steps<SeqStep>): Steps<ReadRow[]> {
    const pick = this.#reader.database.prepare(
      `SELECT ${CANDIDATE_COLUMNS} FROM feature WHERE seq ${IN_LIST} ORDER BY seq`,
    );
    pick.setReturnArrays(true);
    for (const { seqs } of steps)
      yield this.of((pick.all(JSON.stringify(seqs)) as unknown as Candidate[]).filter(this.isNear), false);
  }

  /** Whether a candidate's box meets the area and something of it may be seen. */
  readonly isNear = ([, , kind, west, south, east, north]: Candidate): boolean => {
    const box = { west, south, east: east ?? west, north: north ?? south };
    if (!this.#area.boxes.some((one) => boxesMeet(one, box))) return false;
    return kind === PLAIN_POINT || !this.#sight?.isHidden(GEOMETRY_TYPES[kind - 1]!, box);
  };

  /** The rows of candidates, in their order. */
  of(candidates: readonly Candidate[], isInSample: boolean): ReadRow[] {
    const seqs = candidates.filter(([, , kind]) => kind !== PLAIN_POINT).map(([seq]) => seq);
    const found = seqs.length > 0 ? this.#texts.all(JSON.stringify(seqs)) : [];
    const texts = new Map((found as unknown as ReadRow[]).map((row) => [row.seq, row]));
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
