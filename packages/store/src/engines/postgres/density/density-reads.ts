import type { BBox } from '@meridian/geo';
import { Entries } from '../../../pyramid/density/candidate-entry.ts';
import { KEYS, type KeyRange } from '../../../pyramid/density/cell-key.ts';
import type { CellCount, HexSum } from '../../../pyramid/density/hex-counts.ts';
import { classesBelow } from '../../../pyramid/density/sample-classes.ts';
import type { Counted } from '../../../read/row-reader.ts';
import type { Reading } from '../reading.ts';
import { listedNumbers, numberArray } from '../text-key.ts';
import { densityTablesOf } from './density-tables.ts';

/** The large features whose boxes meet an area's are few, and read whatever is asked. */
const LARGE_NEAR = 'west <= $3 AND east >= $1 AND south <= $4 AND north >= $2';
const LARGE_INSIDE = 'west >= $1 AND east <= $3 AND south >= $2 AND north <= $4';

function edges({ west, south, east, north }: BBox): number[] {
  return [west, south, east, north];
}

/** A block of counts, and of the large features near a box, if there is one, those inside of it and the others. */
export async function readTileCounts(
  reading: Reading,
  block: number,
  box: BBox | undefined,
): Promise<Counted & { counts: Uint8Array | undefined }> {
  const { tiles, large } = densityTablesOf(reading.storageKey);
  if (!box) {
    const sql = `SELECT counts FROM ${tiles} WHERE block = $1`;
    const [stored] = await reading.rows<{ counts: Uint8Array }>(sql, [block]);
    return { counts: stored?.counts, sure: 0, recheck: [] };
  }
  const [row] = await reading.rows<{ counts: Uint8Array | null; inside: number; recheck: string | null }>(
    `SELECT (SELECT counts FROM ${tiles} WHERE block = $5) AS counts, count(*) FILTER (WHERE ${LARGE_INSIDE}) AS inside,
       string_agg(seq::text, ',' ORDER BY seq) FILTER (WHERE NOT (${LARGE_INSIDE})) AS recheck
     FROM ${large} WHERE ${LARGE_NEAR}`,
    [...edges(box), block],
  );
  const { counts, inside, recheck } = row!;
  return { counts: counts ?? undefined, sure: inside, recheck: listedNumbers(recheck) };
}

/** Bytes come as `\x` and their digits. */
const HEX_PREFIX = 2;

/** What is filed under ranges of keys and may be below a share; undefined if that is more than `max`. */
export async function readNear(
  reading: Reading,
  share: number,
  ranges: readonly KeyRange[],
  max: number,
): Promise<Entries | undefined> {
  const classes = classesBelow(share).map((rankClass) => rankClass * KEYS);
  const [bytes, count] = await reading.bytes(
    `SELECT string_agg(entry, ''), count(*) FROM (
       SELECT entry FROM unnest($1::bigint[], $2::bigint[]) AS range (low, high)
       CROSS JOIN LATERAL (SELECT entry FROM ${densityTablesOf(reading.storageKey).near} WHERE cell BETWEEN low AND high) AS filed
       ${max < Infinity ? `LIMIT ${max + 1}` : ''}) AS found`,
    [
      numberArray(classes.flatMap((first) => ranges.map(({ from }) => first + from))),
      numberArray(classes.flatMap((first) => ranges.map(({ to }) => first + to))),
    ],
  );
  if (Number(count) > max) return undefined;
  return new Entries(Buffer.from(bytes?.toString('latin1', HEX_PREFIX) ?? '', 'hex'));
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
    [...edges(box), zoom, from, to, beside?.zoom ?? null, beside?.tile ?? null],
  );
  const cells = row!.cells?.split(',').map(toCellCount) ?? [];
  return { cells, large: listedNumbers(row!.large) };
}

function toCellCount(entry: string): CellCount {
  const [cell, qty] = entry.split(' ') as [string, string];
  return { cell, qty: Number(qty) };
}
