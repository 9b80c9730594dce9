import type { BBox } from '@meridian/geo';
import { Entries } from '../../../pyramid/density/candidate-entry.ts';
import { KEYS, type KeyRange } from '../../../pyramid/density/cell-key.ts';
import { classesBetween } from '../../../pyramid/density/classes-between.ts';
import type { CellCount, HexSum } from '../../../pyramid/density/hex-counts.ts';
import type { CountsAsked, TileCountsNear } from '../../../read/row-reader.ts';
import type { Reading } from '../reading.ts';
import { listedNumbers, numberArray } from '../text-key.ts';
import { densityTablesOf } from './density-tables.ts';

const EDGES = ['west', 'south', 'east', 'north'] as const;

/** The large features whose boxes meet an area's are few, and read whatever is asked. */
const LARGE_NEAR = 'west <= $3 AND east >= $1 AND south <= $4 AND north >= $2';

/** Blocks of counts, and of the large features near each box, if there is one, those inside of it and the others. */
export async function readTileCounts(
  reading: Reading,
  asked: readonly CountsAsked[],
): Promise<TileCountsNear[]> {
  const { tiles, large } = densityTablesOf(reading.storageKey);
  const inside = `west >= "left" AND east <= "right" AND south >= bottom AND north <= top`;
  const found = await reading.binary(
    `SELECT (SELECT counts FROM ${tiles} WHERE block = asked.block), inside, recheck
     FROM unnest($1::integer[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])
       WITH ORDINALITY AS asked (block, "left", bottom, "right", top, place)
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE ${inside}) AS inside,
         string_agg(seq::text, ',' ORDER BY seq) FILTER (WHERE NOT (${inside})) AS recheck
       FROM ${large} WHERE west <= "right" AND east >= "left" AND south <= top AND north >= bottom) AS near
     ORDER BY place`,
    [
      numberArray(asked.map(({ block }) => block)),
      ...EDGES.map((edge) => numberArray(asked.map(({ box }) => box?.[edge] ?? null))),
    ],
  );
  return found.map(([counts, inside, recheck]) => ({
    counts: counts ?? undefined,
    sure: Number(inside!.readBigInt64BE()),
    recheck: listedNumbers(recheck?.toString() ?? null),
  }));
}

/**
 * What is filed under ranges of keys and may be below a share, but not below another; undefined if that is more than `max`. Joined range
 * by range where all of it is wanted: of one large value the database makes several copies.
 */
export async function readNear(
  reading: Reading,
  share: number,
  ranges: readonly KeyRange[],
  max: number,
  above: number | undefined,
): Promise<Entries | undefined> {
  const classes = classesBetween(above, share);
  if (classes.length === 0) return new Entries(Buffer.alloc(0));
  const { near } = densityTablesOf(reading.storageKey);
  const within =
    'unnest($1::bigint[]) AS rank (first) CROSS JOIN unnest($2::bigint[], $3::bigint[]) AS range (low, high)';
  const filed = `FROM ${near} WHERE cell BETWEEN first + low AND first + high`;
  const found = await reading.binary(
    max === Infinity
      ? `SELECT entries FROM ${within} CROSS JOIN LATERAL (SELECT string_agg(entry, '') AS entries ${filed}) AS filed
         WHERE entries IS NOT NULL`
      : `SELECT string_agg(entry, ''), count(*) FROM (
           SELECT entry FROM ${within} CROSS JOIN LATERAL (SELECT entry ${filed}) AS filed LIMIT ${max + 1}) AS found
         HAVING count(*) > 0`,
    [
      numberArray(classes.map((rankClass) => rankClass * KEYS)),
      numberArray(ranges.map(({ from }) => from)),
      numberArray(ranges.map(({ to }) => to)),
    ],
  );
  const counted = found.reduce((sum, [, count]) => sum + (count ? Number(count.readBigInt64BE()) : 0), 0);
  return counted > max ? undefined : new Entries(Buffer.concat(found.map(([entries]) => entries!)));
}

/** Counted hexbins, and the positions of the large features near a box, which are not in them. */
export async function readHexCounts(
  reading: Reading,
  { zoom, from, to, beside }: HexSum,
  box: BBox,
): Promise<{ cells: CellCount[]; large: number[] }> {
  const { hexes, large } = densityTablesOf(reading.storageKey);
  const [row] = await reading.rows<{ cells: string | null; large: string | null }>(
    `SELECT (SELECT string_agg(cell || ' ' || qty, ',') FROM (
         SELECT cell, sum(count) AS qty FROM ${hexes}
         WHERE zoom = $5 AND tile BETWEEN $6 AND $7 OR zoom = $8 AND tile = $9
         GROUP BY cell HAVING sum(count) > 0) AS summed) AS cells,
       (SELECT string_agg(seq::text, ',' ORDER BY seq) FROM ${large} WHERE ${LARGE_NEAR}) AS large`,
    [...EDGES.map((edge) => box[edge]), zoom, from, to, beside?.zoom ?? null, beside?.tile ?? null],
  );
  const cells = row!.cells?.split(',').map(toCellCount) ?? [];
  return { cells, large: listedNumbers(row!.large) };
}

function toCellCount(entry: string): CellCount {
  const [cell, qty] = entry.split(' ') as [string, string];
  return { cell, qty: Number(qty) };
}
