import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import type { Chunk } from '../../read/chunk.ts';
import type { Found, FramedTexts } from '../../read/row-reader.ts';
import { cachedStatement } from './cached-statements.ts';
import { fetchRows, ROW_VALUES, type SpaceReader } from './space-reader.ts';

/** The numbers in an array, given as its JSON text. */
export const IN_LIST = 'IN (SELECT value FROM json_each(?))';

/** Texts of rows as one value; null where there are none. */
export const JOINED = "CAST(group_concat(text, ',') AS BLOB) AS chunk, count(*) AS shown, max(seq) AS last";
export type Joined = { chunk: Chunk | null; shown: number; last: number | null };

/** The same, with the position and the length of each text. */
export const FRAMED = `${JOINED}, group_concat(seq) AS seqs, group_concat(octet_length(text)) AS lengths`;
export type Framed = Joined & { seqs: string | null; lengths: string | null };

/** Where the texts are that were joined. */
export function framesOf({ chunk, ...found }: Framed): Omit<FramedTexts, keyof Found> {
  const lengths: number[] = JSON.parse(`[${found.lengths ?? ''}]`);
  let next = 0;
  const starts = lengths.map((length) => {
    const start = next;
    next += length + 1;
    return start;
  });
  return { chunk: chunk ?? undefined, seqs: JSON.parse(`[${found.seqs ?? ''}]`), starts, lengths };
}

/** A box lies in another; its values are those of `insideValues`. */
export const INSIDE = 'west >= ? AND east <= ? AND south >= ? AND north <= ?';
/** Boxes meet; its values are those of `meetsValues`. */
export const MEETS = 'west <= ? AND east >= ? AND south <= ? AND north >= ?';

type Box = AreaTest['boxes'][number];

/** Of numbers closer to 0 than single precision can tell, the R*Tree stores 0, which is not rounded outwards. */
const CLOSE_TO_ZERO = 2 ** -126;

export function insideValues({ west, south, east, north }: Box): number[] {
  return [west + CLOSE_TO_ZERO, east - CLOSE_TO_ZERO, south + CLOSE_TO_ZERO, north - CLOSE_TO_ZERO];
}

export function meetsValues({ west, south, east, north }: Box): number[] {
  return [east, west, north, south];
}

/** The rows at positions, in insertion order; with an area, whether they may reach out of it. */
export function pickRows(reader: SpaceReader, seqs: readonly number[], area?: AreaTest): ReadRow[] {
  const boxes = area?.isBoxes ? area.boxes : [];
  // What has no geometry has no box either, and is looked at.
  const inside = `coalesce(${boxes.map(() => INSIDE).join(' OR ') || 'false'}, false)`;
  const outside = area ? `, NOT ${inside}` : '';
  const select = cachedStatement(
    reader.database,
    `SELECT ${ROW_VALUES}${outside} FROM feature WHERE seq ${IN_LIST} ORDER BY seq`,
  );
  return fetchRows(select, [...boxes.flatMap(insideValues), JSON.stringify(seqs)], (row, isOutside) => {
    if (area) row.needsRecheck = Boolean(isOutside);
  });
}
