import { type BBox, isInside, type TileAddress, tileBounds } from '@meridian/geo';
import type { ReadRow } from '../../../model/feature/row.ts';
import type { AreaTest } from '../../../model/query/area.ts';
import { KEYS, type KeyRange, rangesOf } from '../../../pyramid/density/cell-key.ts';
import { binnedArea, type CellCount, hexSum } from '../../../pyramid/density/hex-counts.ts';
import type { LightRows } from '../../../pyramid/density/light-rows.ts';
import { classesOf, MOST_RANGES, type Nearby, WORTH_IT } from '../../../pyramid/density/places.ts';
import { countAt, countPlace } from '../../../pyramid/density/tile-counts.ts';
import { stepRows } from '../../../read/step-size.ts';
import { countPassing } from '../counting.ts';
import type { Reading } from '../reading.ts';
import { MAX_COLLECTED, rowsAt, rowsNumbered } from '../rows.ts';
import { readExtent } from '../statistics.ts';
import { listedNumbers, numberArray } from '../text-key.ts';
import { overviewTablesOf } from './overview-tables.ts';
import { Entries } from './place-entry.ts';

/** Whether the overview of a space can be read. If not, the reading notes that it is wanted, or to be built on. */
export async function hasOverview(reading: Reading): Promise<boolean> {
  const { hasOverview, count } = await reading.content();
  if (!hasOverview && count >= WORTH_IT) reading.wish = 'overview';
  return hasOverview;
}

/** The large features whose boxes meet an area's are few, and read whatever is asked. */
const LARGE_NEAR = 'west <= $3 AND east >= $1 AND south <= $4 AND north >= $2';
const LARGE_INSIDE = 'west >= $1 AND east <= $3 AND south >= $2 AND north <= $4';

function edges({ west, south, east, north }: BBox): number[] {
  return [west, south, east, north];
}

/**
 * How many features meet a tile, as far as it matters: `sameFor` tells of two counts whether they come to the same.
 * Undefined where it is not kept.
 */
export async function countInTile(
  reading: Reading,
  tile: TileAddress,
  area: AreaTest,
  sameFor: (low: number, high: number) => boolean,
): Promise<number | undefined> {
  const place = countPlace(tile);
  if (!place) return undefined;
  const { tiles, large } = overviewTablesOf(reading.place);
  const [row] = await reading.rows<{ counts: Uint8Array | null; inside: number; unsure: string | null }>(
    `SELECT (SELECT counts FROM ${tiles} WHERE block = $5) AS counts, count(*) FILTER (WHERE ${LARGE_INSIDE}) AS inside,
       string_agg(seq::text, ',' ORDER BY seq) FILTER (WHERE NOT (${LARGE_INSIDE})) AS unsure
     FROM ${large} WHERE ${LARGE_NEAR}`,
    [...edges(tileBounds(tile)), place.block],
  );
  const { counts, inside, unsure } = row!;
  const seqs = listedNumbers(unsure);
  const sure = countAt(counts ?? undefined, place.slot) + inside;
  if (sameFor(sure, sure + seqs.length)) return sure;
  const rows = rowsNumbered(reading, seqs, [], area);
  return sure + (await countPassing(reading, rows, { tests: [] }, area));
}

/** What is near an area, and the entries that tell more of it. */
type NearEntries = { near: Nearby; entries: Entries };

/** Features of a part of all that are near an area; undefined if there are more than `most` near its ranges. */
async function readPlaces(
  reading: Reading,
  part: number,
  ranges: readonly KeyRange[],
  light: LightRows,
  most: number,
): Promise<NearEntries | undefined> {
  const classes = Array.from({ length: classesOf(part) }, (_, rankClass) => rankClass * KEYS);
  const [bytes, count] = await reading.bytes(
    `SELECT string_agg(entry, ''), count(*) FROM (
       SELECT entry FROM unnest($1::bigint[], $2::bigint[]) AS range (low, high)
       CROSS JOIN LATERAL (SELECT entry FROM ${overviewTablesOf(reading.place).near} WHERE cell BETWEEN low AND high) AS filed
       ${most < Infinity ? `LIMIT ${most + 1}` : ''}) AS found`,
    [
      numberArray(classes.flatMap((first) => ranges.map(({ from }) => first + from))),
      numberArray(classes.flatMap((first) => ranges.map(({ to }) => first + to))),
    ],
  );
  if (Number(count) > most) return undefined;
  const started = performance.now();
  const entries = new Entries(Buffer.from(bytes?.toString('latin1', HEX_PREFIX) ?? '', 'hex'));
  const near = entries.near(light);
  reading.spend(performance.now() - started);
  return { near, entries };
}

/** Bytes come as `\x` and their digits. */
const HEX_PREFIX = 2;

/** The rows of a part of all features that are near an area, in insertion order, a step at a time. */
export async function* sampledPlaces(
  reading: Reading,
  area: AreaTest,
  part: number,
  light: LightRows,
  isBare: boolean,
): AsyncGenerator<ReadRow[], void, void> {
  const found = (await readPlaces(reading, part, rangesOf(area.boxes), light, Infinity))!;
  if (isBare) yield* lightSteps(reading, found, light);
  else yield* rowsNumbered(reading, [...found.near.seqs()], [], area);
}

/** The rows of all features near an area, for those who want ids and geometries only; undefined where it is not worth it. */
export async function bareRows(
  reading: Reading,
  area: AreaTest,
  light: LightRows,
): Promise<AsyncGenerator<ReadRow[], void, void> | undefined> {
  const ranges = rangesOf(area.boxes);
  if (ranges.length > MOST_RANGES) return undefined;
  const found = await readPlaces(reading, 1, ranges, light, MAX_COLLECTED);
  return found && lightSteps(reading, found, light);
}

/** What is shown of them is small, whatever the size of the features. */
async function* lightSteps(
  reading: Reading,
  { near, entries }: NearEntries,
  light: LightRows,
): AsyncGenerator<ReadRow[], void, void> {
  for (const next of near.steps(stepRows(await reading.content(), Infinity), entries.at)) {
    const seqs = light.unread(next);
    yield light.rows(next, seqs.length > 0 ? await rowsAt(reading, seqs) : [], true);
  }
}

/** Hexbins that are counted already, and the rows of the features that have yet to be. */
export type CountedHexes = { cells: CellCount[]; rest: AsyncGenerator<ReadRow[], void, void> };

/** The hexbins of an area at a resolution; undefined where they are not kept. */
export async function countedHexes(
  reading: Reading,
  area: AreaTest,
  resolution: number,
): Promise<CountedHexes | undefined> {
  const [box, ...others] = area.boxes;
  if (!box || !area.isBoxes || others.length > 0 || !(await hasOverview(reading))) return undefined;
  const binned = binnedArea(box, false) ?? ((await hasAll(reading, box)) ? 'world' : undefined);
  const sum = binned && hexSum(binned, resolution);
  if (!sum) return undefined;
  const { zoom, from, to, beside } = sum;
  const { hexes, large } = overviewTablesOf(reading.place);
  const [row] = await reading.rows<{ cells: string | null; large: string | null }>(
    `SELECT (SELECT string_agg(cell || ' ' || qty, ',') FROM (
         SELECT cell, sum(count) AS qty FROM ${hexes}
         WHERE zoom = $5 AND tile BETWEEN $6 AND $7 OR zoom = $8 AND tile = $9
         GROUP BY cell HAVING sum(count) > 0) AS summed) AS cells,
       (SELECT string_agg(seq::text, ',' ORDER BY seq) FROM ${large} WHERE ${LARGE_NEAR}) AS large`,
    [...edges(box), zoom, from, to, beside?.zoom ?? null, beside?.tile ?? null],
  );
  const cells = row!.cells?.split(',').map(toCellCount) ?? [];
  return { cells, rest: rowsNumbered(reading, listedNumbers(row!.large), [], area) };
}

function toCellCount(entry: string): CellCount {
  const [cell, qty] = entry.split(' ') as [string, string];
  return { cell, qty: Number(qty) };
}

const WORLD: BBox = { west: -180, south: -90, east: 180, north: 90 };

/** Whether no feature reaches out of a box. */
async function hasAll(reading: Reading, box: BBox): Promise<boolean> {
  if (isInside(WORLD, box)) return true;
  const extent = await readExtent(reading, reading.place);
  return extent?.exact === true && isInside(extent.bbox, box);
}
