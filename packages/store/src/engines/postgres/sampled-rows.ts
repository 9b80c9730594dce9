import { sampleRank } from '@meridian/geo';
import type { ReadRow } from '../../model/feature/row.ts';
import { numbered, partOf } from './conditions.ts';
import { tableOf } from './place.ts';
import type { Reading } from './reading.ts';
import type { RowQuery } from './row-query.ts';
import { candidatesOf, rowsNumbered } from './rows.ts';

/** So many ids are looked at before others get their turn. */
const IDS_AT_ONCE = 50_000;

/** Stands in few ids; those that have it are taken for what must be looked at. */
const SEPARATOR = '\u001f';
/** What a key begins with that is not the id itself. */
const HASHED = '\\';

/**
 * The rows that may match and are part of a sample of all features, in insertion order, a step at a time. Ids decide that,
 * so only they are read of the others.
 */
export async function* sampledRows(
  reading: Reading,
  query: RowQuery,
  from: number,
  part: number,
): AsyncGenerator<ReadRow[], void, void> {
  const { indexed, sieve } = await candidatesOf(reading, query);
  const conditions = [...indexed, ...sieve, ...(query.part ? [partOf(query.part)] : [])];
  const { sql, values } = numbered(conditions, 3);
  const seqs: number[] = [];
  for (let after = from, isLast = false; !isLast; ) {
    const [row] = await reading.rows<{ count: number; last: number | null; found: string | null }>(
      `SELECT count(*) AS count, max(seq) AS last, string_agg(seq || ' ' ||
         CASE WHEN strpos(id, $2) > 0 THEN '${HASHED}' ELSE id END, $2 ORDER BY seq) AS found
       FROM (SELECT seq, id FROM ${tableOf(reading.place)} WHERE seq > $1 AND ${sql} ORDER BY seq LIMIT ${IDS_AT_ONCE}) AS near`,
      [after, SEPARATOR, ...values],
    );
    const started = performance.now();
    for (const entry of row!.found?.split(SEPARATOR) ?? []) {
      const space = entry.indexOf(' ');
      const key = entry.slice(space + 1);
      if (key.startsWith(HASHED) || sampleRank(key) < part) seqs.push(Number(entry.slice(0, space)));
    }
    reading.spend(performance.now() - started);
    isLast = row!.count < IDS_AT_ONCE;
    after = row!.last ?? after;
  }
  yield* rowsNumbered(reading, seqs, conditions, query.area);
}
