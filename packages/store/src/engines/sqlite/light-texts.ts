import { GEOMETRY_TYPES } from '@meridian/geo';
import type { ReadRow } from '../../model/feature/row.ts';
import { type Candidate, type LightRows, PLAIN_POINT } from '../../pyramid/density/light-rows.ts';
import { keptStatement } from './kept-statements.ts';
import { READ_COLUMNS, type SpaceReader } from './space-reader.ts';
import { IN_LIST, type SeqStep, type Steps } from './steps.ts';

const POINT = GEOMETRY_TYPES.indexOf('Point') + 1;
const CANDIDATE_COLUMNS = `seq, id, CASE WHEN geometry_type = ${POINT} AND has_z = 0 THEN ${PLAIN_POINT}
  ELSE geometry_type END, west, south, east, north`;

export function isNear(light: LightRows, [, , kind, west, south, east, north]: Candidate): boolean {
  return light.isNear(kind, west, south, east ?? west, north ?? south);
}

/** The rows of candidates, in their order. */
export function lightRows(
  reader: SpaceReader,
  light: LightRows,
  candidates: readonly Candidate[],
  isInSample: boolean,
): ReadRow[] {
  const seqs = light.unread(candidates);
  const texts = keptStatement(reader.database, `SELECT ${READ_COLUMNS} FROM feature WHERE seq ${IN_LIST}`);
  const read = seqs.length > 0 ? texts.all(JSON.stringify(seqs)) : [];
  return light.rows(candidates, read as unknown as ReadRow[], isInSample);
}

/** The rows behind numbers from an index. */
export function* pickedLight(reader: SpaceReader, light: LightRows, steps: Steps<SeqStep>): Steps<ReadRow[]> {
  const pick = reader.database.prepare(
    `SELECT ${CANDIDATE_COLUMNS} FROM feature WHERE seq ${IN_LIST} ORDER BY seq`,
  );
  pick.setReturnArrays(true);
  for (const { seqs } of steps) {
    const found = pick.all(JSON.stringify(seqs)) as unknown as Candidate[];
    yield lightRows(
      reader,
      light,
      found.filter((candidate) => isNear(light, candidate)),
      false,
    );
  }
}
