import type { AreaTest } from '../../model/query/area.ts';
import type { FeatureQuery } from '../../model/query/query.ts';
import { stepRows } from '../../read/step-size.ts';
import type { SpaceReader } from './space-reader.ts';

/** The numbers in an array, given as its JSON text. */
export const IN_LIST = 'IN (SELECT value FROM json_each(?))';

export function rowsPerStep(reader: SpaceReader): number {
  return stepRows(reader.size());
}

export type RowQuery = Pick<FeatureQuery, 'filter' | 'part' | 'version'> & {
  area?: AreaTest | undefined;
  /** How many are wanted, where that is known. */
  limit?: number;
};

/** How many rows each step looks at. */
export type StepSizes = Iterator<number, never>;

const STEP_GROWTH = 4;

/** As many as make a good chunk, but at first no more than are wanted and the one that tells whether there are more. */
export function* stepSizes(reader: SpaceReader, limit = Infinity): Generator<number, never, void> {
  const most = rowsPerStep(reader);
  for (let size = Math.min(most, limit + 1); ; size = Math.min(most, size * STEP_GROWTH)) yield size;
}

export type Steps<T> = Generator<T, void, void>;

/** Numbers of rows, ascending; `unsure` has those that may reach out of the area. A step may be empty. */
export type SeqStep = { seqs: number[]; unsure?: ReadonlySet<number> };
