import { VisibilityFilter } from '@meridian/geo';
import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { LightRows } from '../../pyramid/density/light-rows.ts';
import { isSampledPart } from '../../pyramid/density/places.ts';
import {
  countedArea,
  isBare,
  isUnfiltered,
  keptResolution,
  type RowRead,
  readPart,
  sampledFrom,
  sampledPart,
  vizTileOf,
} from '../../read/row-read.ts';
import { near, numbered } from './conditions.ts';
import { counting } from './counting.ts';
import {
  bareRows,
  type CountedHexes,
  countedHexes,
  countInTile,
  hasOverview,
  sampledPlaces,
} from './density/overview-reads.ts';
import { tableOf } from './place.ts';
import type { Reading } from './reading.ts';
import type { RowQuery } from './row-query.ts';
import { rowSteps } from './rows.ts';
import { sampledRows } from './sampled-rows.ts';

/** The part of what matches that a sampled read shows. Most have too little in their area to be counted at all. */
export async function* shownPart(
  reading: Reading,
  read: RowRead,
  area: AreaTest | undefined,
): AsyncGenerator<undefined, number, void> {
  const from = sampledFrom(read);
  if ((await reading.content()).count < from) return 1;
  const counted = area && countedArea(read, area);
  const tile = vizTileOf(read);
  if (tile && counted && isUnfiltered(read)) {
    if (await hasOverview(reading)) {
      const same = (low: number, high: number) => sampledPart(read, low) === sampledPart(read, high);
      const count = await countInTile(reading, tile, counted, same);
      if (count !== undefined) return sampledPart(read, count);
    } else yield undefined;
  }
  if (counted && !(await hasNearby(reading, counted, from))) return 1;
  return sampledPart(read, await counting(reading, read.query.filter, counted));
}

async function hasNearby(reading: Reading, area: AreaTest, many: number): Promise<boolean> {
  const { sql, values } = numbered([near(area)], 1);
  const [row] = await reading.rows<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM ${tableOf(reading.place)} WHERE ${sql} LIMIT ${many}) AS found`,
    values,
  );
  return row!.count >= many;
}

type Rows = AsyncGenerator<ReadRow[], void, void>;

/** The rows that may belong to an answer, in insertion order, from the source that gives the least to look at. */
export async function candidateRows(
  reading: Reading,
  read: RowRead,
  area: AreaTest | undefined,
  shown: number,
): Promise<Rows> {
  const query: RowQuery =
    read.kind === 'features' ? { ...read.query, area } : { filter: read.query.filter, area };
  const from = read.kind === 'features' ? read.query.after : 0;
  const part = readPart(read, shown);
  const isPlain = from === 0 && query.part === undefined && query.version === undefined;
  const kept = area?.isBoxes && isPlain ? await keptRows(reading, read, area, part) : undefined;
  if (kept) return kept;
  const isSampled = part < 1 && query.version === undefined;
  return isSampled ? sampledRows(reading, query, from, part) : rowSteps(reading, query, from);
}

/** The same from the overview; undefined where it does not have them, or not at less cost. */
async function keptRows(
  reading: Reading,
  read: RowRead,
  area: AreaTest,
  part: number,
): Promise<Rows | undefined> {
  const isWhole = part === 1 && isBare(read);
  if (!isWhole && !isSampledPart(part)) return undefined;
  if (!isUnfiltered(read) || !(await hasOverview(reading))) return undefined;
  const tile = vizTileOf(read);
  const light = new LightRows(area, tile && new VisibilityFilter(tile));
  if (isWhole) return bareRows(reading, area, light);
  return sampledPlaces(reading, area, part, light, isBare(read));
}

/** Hexbins that need not be counted any more. */
export async function keptHexes(
  reading: Reading,
  read: RowRead,
  area: AreaTest,
): Promise<CountedHexes | undefined> {
  const resolution = keptResolution(read);
  return resolution === undefined ? undefined : countedHexes(reading, area, resolution);
}
