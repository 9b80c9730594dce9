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
import { hasNearby } from './area-seqs.ts';
import { counting, countNearby } from './counting.ts';
import {
  bareRows,
  type CountedHexes,
  countedHexes,
  countInTile,
  hasOverview,
  sampledRows,
} from './density/overview-reads.ts';
import { pickedLight } from './light-texts.ts';
import { candidateSteps, rowSteps } from './rows.ts';
import type { SpaceReader } from './space-reader.ts';
import type { RowQuery, Steps } from './steps.ts';

/** The part of what matches that a sampled read shows. Most have too little in their area to be counted at all. */
export function* shownPart(
  reader: SpaceReader,
  read: RowRead,
  area: AreaTest | undefined,
): Generator<undefined, number, void> {
  const from = sampledFrom(read);
  if (reader.size().count < from || !area) return 1;
  const tile = vizTileOf(read);
  const counted = countedArea(read, area);
  const isPlainTile = tile !== undefined && isUnfiltered(read);
  if (isPlainTile && hasOverview(reader)) {
    const same = (low: number, high: number) => sampledPart(read, low) === sampledPart(read, high);
    const count = countInTile(reader, tile, counted, same);
    if (count !== undefined) return sampledPart(read, count);
  }
  if (!hasNearby(reader, counted, from)) return 1;
  const count = isPlainTile
    ? yield* countNearby(reader, counted)
    : yield* counting(reader, read.query.filter, counted);
  return sampledPart(read, count);
}

/** The rows that may belong to an answer, in insertion order, from the source that gives the least to look at. */
export function candidateRows(
  reader: SpaceReader,
  read: RowRead,
  area: AreaTest | undefined,
  shown: number,
): Steps<ReadRow[]> {
  const query: RowQuery =
    read.kind === 'features' ? { ...read.query, area } : { filter: read.query.filter, area };
  const from = read.kind === 'features' ? read.query.after : 0;
  const isPlain = from === 0 && query.part === undefined && query.version === undefined;
  if (!area?.isBoxes || !isPlain) return rowSteps(reader, query, from);
  const tile = vizTileOf(read);
  const light = new LightRows(area, tile && new VisibilityFilter(tile));
  const part = readPart(read, shown);
  const isWhole = part === 1 && isBare(read);
  const isKept = (isWhole || isSampledPart(part)) && isUnfiltered(read) && hasOverview(reader);
  if (isKept && !isWhole) return sampledRows(reader, area, part, light, isBare(read));
  const lookedUp = () => {
    const steps = isBare(read) ? candidateSteps(reader, query, 0) : undefined;
    return steps ? pickedLight(reader, light, steps) : rowSteps(reader, query, 0);
  };
  return isKept ? bareRows(reader, area, light, lookedUp) : lookedUp();
}

/** Hexbins that need not be counted any more. */
export function keptHexes(reader: SpaceReader, read: RowRead, area: AreaTest): CountedHexes | undefined {
  const resolution = keptResolution(read);
  return resolution === undefined ? undefined : countedHexes(reader, area, resolution);
}
