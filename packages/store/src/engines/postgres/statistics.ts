import { compareCodePoints } from '@meridian/filter';
import type { BBox } from '@meridian/geo';
import { Fault, missing } from '../../model/fault.ts';
import type { Extent, Listing, Statistics } from '../../model/results.ts';
import { geometriesOf } from '../../model/statistics/list-statistics.ts';
import { DATATYPES, MAX_LISTED_CHARS } from '../../model/statistics/stats-delta.ts';
import { lockSpace } from './citus.ts';
import type { Reading } from './reading.ts';
import type { Session } from './session.ts';
import { tableOf } from './table-name.ts';

/** More different tags or property names than this are not listed; the response then says it is estimated. */
const LISTED = 1000;

/** The longest that is listed as JSON text, which has up to six bytes for a character. */
const MAX_BYTES = 6 * MAX_LISTED_CHARS + 2;

/** Rows that share the outermost edge can be many (points in a column); so many are looked at. */
const EDGE_ROWS = 2000;

type Rows = Pick<Session, 'rows'> | Pick<Reading, 'rows'>;

type Counted = { key: string; text: string | null; count: number; datatype?: number };

/** So long statistics wait for a writer on Citus; others that ask for them wait meanwhile. */
const WRITER_TIMEOUT_MS = 2000;

/** Several questions about one moment. */
const ONE_MOMENT = ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY'];

/** Answered from what writes keep up to date: the cost does not follow the number of features. */
export async function readStatistics(session: Session, storageKey: string): Promise<Statistics> {
  if (!session.hasCitus) return readIn(session, ONE_MOMENT, storageKey);
  // Counts are on the coordinator and the extent is on the workers, whose moments are others: nobody writes meanwhile.
  const unwritten = [`SET LOCAL lock_timeout = ${WRITER_TIMEOUT_MS}`, lockSpace(storageKey, 'shared')];
  try {
    return await readIn(session, unwritten, storageKey);
  } catch (error) {
    if (!(error instanceof Fault && error.kind === 'unavailable')) throw error;
    const { extent, ...statistics } = await readIn(session, ONE_MOMENT, storageKey);
    return { ...statistics, extent: extent && { ...extent, exact: false } };
  }
}

async function readIn(session: Session, setup: readonly string[], storageKey: string): Promise<Statistics> {
  try {
    await session.begin(setup);
    return await readAll(session, storageKey);
  } finally {
    await session.rollback();
  }
}

async function readAll(session: Session, storageKey: string): Promise<Statistics> {
  const [size] = await session.rows<{ count: number; bytes: number; indexesDeferred: boolean }>(
    'SELECT count, bytes, indexes_deferred AS "indexesDeferred" FROM content WHERE place = $1',
    [storageKey],
  );
  if (!size) throw missing();
  const { indexesDeferred, ...sizes } = size;
  const types = await session.rows<{ type: number }>(
    `SELECT geometry_type AS type FROM geometry_count
      WHERE place = $1 AND count > 0 ORDER BY 1`,
    [storageKey],
  );
  const tags = await session.rows<Counted>(
    `SELECT key, tag AS text, count FROM tag_count
      WHERE place = $1 AND count > 0 AND octet_length(coalesce(tag, key)) <= ${MAX_BYTES}
      ORDER BY count DESC, coalesce(tag, key) LIMIT ${LISTED + 1}`,
    [storageKey],
  );
  const properties = await session.rows<Counted>(
    `SELECT key, min(name) AS text, sum(count)::bigint AS count,
       (array_agg(datatype::int ORDER BY count DESC, datatype))[1] AS datatype
      FROM property_count
      WHERE place = $1 AND count > 0 AND octet_length(coalesce(name, key)) <= ${MAX_BYTES}
      GROUP BY key ORDER BY 3 DESC, coalesce(min(name), key) LIMIT ${LISTED + 1}`,
    [storageKey],
  );
  return {
    ...sizes,
    extent: await readExtent(session, storageKey, indexesDeferred),
    ...geometriesOf(types.map(({ type }) => type)),
    tags: listing(tags, ({ key, count }) => ({ key, count })),
    properties: listing(properties, ({ key, count, datatype }) => ({
      key,
      count,
      datatype: DATATYPES[datatype!]!,
    })),
  };
}

function listing<T extends { key: string; count: number }>(
  rows: Counted[],
  show: (row: Counted) => T,
): Listing<T> {
  const named = rows
    .slice(0, LISTED)
    .map((row) => show({ ...row, key: nameOf(row) }))
    .filter(({ key }) => key.length <= MAX_LISTED_CHARS);
  return {
    value: named.sort((a, b) => b.count - a.count || compareCodePoints(a.key, b.key)),
    complete: rows.length <= LISTED,
  };
}

function nameOf({ key, text }: Counted): string {
  return text === null ? key : JSON.parse(text);
}

const EDGES: { edge: keyof BBox; pick: 'min' | 'max'; beyond: string; upTo: string }[] = [
  { edge: 'west', pick: 'min', beyond: 'LINESTRING(-181 -91, -181 91)', upTo: '-181, -91, ?, 91' },
  { edge: 'south', pick: 'min', beyond: 'LINESTRING(-181 -91, 181 -91)', upTo: '-181, -91, 181, ?' },
  { edge: 'east', pick: 'max', beyond: 'LINESTRING(181 -91, 181 91)', upTo: '?, -91, 181, 91' },
  { edge: 'north', pick: 'max', beyond: 'LINESTRING(-181 91, 181 91)', upTo: '-181, ?, 181, 91' },
];

/** While a space is being loaded it has no index to ask: one look at all rows costs less than to sort them for each edge. */
async function scanExtent(session: Rows, storageKey: string): Promise<Extent | undefined> {
  const [bbox] = await session.rows<{ [edge in keyof BBox]: number | null }>(
    `SELECT min(west) AS west, min(south) AS south, max(east) AS east, max(north) AS north FROM ${tableOf(storageKey)}`,
  );
  const { west, south, east, north } = bbox!;
  if (west === null || south === null || east === null || north === null) return undefined;
  return { bbox: { west, south, east, north }, exact: true };
}

/**
 * The box around all features, without visiting them: the index knows what is nearest to a line beyond each edge, in
 * single precision; the few rows at that edge have the exact value.
 */
export async function readExtent(
  session: Rows,
  storageKey: string,
  indexesDeferred: boolean,
): Promise<Extent | undefined> {
  if (indexesDeferred) return scanExtent(session, storageKey);
  const table = tableOf(storageKey);
  const bbox = { west: 0, south: 0, east: 0, north: 0 };
  let exact = true;
  for (const { edge, pick, beyond, upTo } of EDGES) {
    const [nearest] = await session.rows<{ value: number }>(
      `SELECT ${edge} AS value FROM ${table} WHERE ${edge} IS NOT NULL
        ORDER BY geom <#> ST_SetSRID('${beyond}'::geometry, 4326) LIMIT 1`,
    );
    if (!nearest) return undefined;
    const [row] = await session.rows<{ value: number; rows: number }>(
      `SELECT ${pick}(${edge}) AS value, count(*) AS rows FROM (
         SELECT ${edge} FROM ${table} WHERE geom && ST_MakeEnvelope(${upTo.replace('?', '$1')}, 4326)
         LIMIT ${EDGE_ROWS}) AS outermost`,
      [nearest.value],
    );
    bbox[edge] = row!.value;
    exact &&= row!.rows < EDGE_ROWS;
  }
  return { bbox, exact };
}
