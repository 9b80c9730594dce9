import { joinedRanges, type KeyRange } from '../../../pyramid/density/cell-key.ts';
import { cachedStatement } from '../cached-statements.ts';
import type { SpaceReader } from '../space-reader.ts';

type JoinedEntries = { bytes: Uint8Array | null; count: number };

/** The last classes of a share have most of its features: others may run between them. */
const ALONE = 3;

/**
 * Entries of features of some classes that may be near what the ranges stand for, some classes at a time, and how many they are;
 * some come more than once. At most `most` at a time.
 */
export function* readEntries(
  { database }: Pick<SpaceReader, 'database'>,
  classes: readonly number[],
  ranges: readonly KeyRange[],
  most = Infinity,
): Generator<{ bytes: Uint8Array; count: number }, void, void> {
  // The margin of a tile falls into hundreds of ranges, so that a statement for each would take longer than what it finds.
  // Joined by SQLite: to have each of them handed over would take several times as long.
  const found = `CAST(entry AS TEXT) AS entry FROM json_each(?) AS rank CROSS JOIN range CROSS JOIN overview_place AS filed
       WHERE class = rank.value AND filed.key BETWEEN low AND high`;
  const statement = cachedStatement(
    database,
    `WITH range (low, high) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(?))
     SELECT CAST(group_concat(entry, '') AS BLOB) AS bytes, count(*) AS count FROM (
       SELECT ${found}${most === Infinity ? '' : ' LIMIT ?'})`,
  );
  // The first have few features each.
  const parts = [
    { some: classes.slice(0, -ALONE), ranges: joinedRanges(ranges) },
    ...classes.slice(-ALONE).map((one) => ({ some: [one], ranges })),
  ];
  for (const { some, ranges } of parts)
    if (some.length > 0) {
      const listed = JSON.stringify(ranges.map(({ from, to }) => [from, to]));
      const limit = most === Infinity ? [] : [most];
      const { bytes, count } = statement.get(listed, JSON.stringify(some), ...limit) as JoinedEntries;
      if (bytes) yield { bytes, count };
    }
}
