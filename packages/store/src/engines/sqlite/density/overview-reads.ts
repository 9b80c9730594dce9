import { isInside, type TileAddress, tileBounds } from '@meridian/geo';
import { parseGeometry } from '../../../model/feature/feature-text.ts';
import type { ReadRow } from '../../../model/feature/row.ts';
import type { AreaTest } from '../../../model/query/area.ts';
import { rangesOf } from '../../../pyramid/density/cell-key.ts';
import { binnedArea, type CellCount } from '../../../pyramid/density/hex-counts.ts';
import type { Candidate, LightRows } from '../../../pyramid/density/light-rows.ts';
import { MOST_RANGES, Nearby, WORTH_IT } from '../../../pyramid/density/places.ts';
import { stepRows } from '../../../read/step-size.ts';
import { MAX_COLLECTED } from '../area-seqs.ts';
import { readRootBox } from '../extent.ts';
import { keptStatement } from '../kept-statements.ts';
import { isNear, lightRows } from '../light-texts.ts';
import { pickedRows } from '../rows.ts';
import { SINCE } from '../schema.ts';
import type { SpaceReader } from '../space-reader.ts';
import { rowsPerStep, type SeqStep, type Steps } from '../steps.ts';
import { readHexCounts, readLarge, readPlaces, readTileCount } from './overview-tables.ts';

/** Whether the overview of a space can be read. If not, the reader notes that it is wanted, or to be built on. */
export function hasOverview(reader: SpaceReader): boolean {
  const row = keptStatement(reader.database, 'SELECT built_to AS builtTo FROM overview').get();
  const isBuilt = row?.builtTo === null && reader.hasFormat(SINCE.overview);
  reader.wish = !isBuilt && reader.size().count >= WORTH_IT ? 'overview' : undefined;
  return isBuilt;
}

/**
 * How many features meet a tile, as far as it matters: `sameFor` tells of two counts whether they come to the same.
 * Undefined where it is not kept.
 */
export function countInTile(
  reader: SpaceReader,
  tile: TileAddress,
  area: AreaTest,
  sameFor: (low: number, high: number) => boolean,
): number | undefined {
  const counted = readTileCount(reader.database, tile);
  if (counted === undefined) return undefined;
  const { inside, unsure } = readLarge(reader.database, tileBounds(tile));
  const sure = counted + inside.length;
  if (sameFor(sure, sure + unsure.length)) return sure;
  let meeting = 0;
  for (const rows of pickedRows(reader, [{ seqs: unsure }]))
    for (const row of rows) if (area.meets(parseGeometry(row)!)) meeting++;
  return sure + meeting;
}

/** The rows of a part of all features that are near an area, in insertion order, a step at a time. */
export function* sampledRows(
  reader: SpaceReader,
  area: AreaTest,
  part: number,
  light: LightRows,
  isBare: boolean,
): Steps<ReadRow[]> {
  const found = (yield* gathered(readPlaces(reader, part, rangesOf(area.boxes)), light, Infinity))!;
  if (isBare) return yield* lightSteps(reader, found, light);
  const { near, candidates } = found;
  for (const next of near.steps(rowsPerStep(reader), (place) => candidates[place]!))
    yield* pickedRows(reader, [{ seqs: next.map(([seq]) => seq) }]);
}

/** The rows of all features near an area, for those who want ids and geometries only; `otherwise` where it is not worth it. */
export function* bareRows(
  reader: SpaceReader,
  area: AreaTest,
  light: LightRows,
  otherwise: () => Steps<ReadRow[]>,
  most = MAX_COLLECTED,
): Steps<ReadRow[]> {
  const ranges = rangesOf(area.boxes);
  const found =
    ranges.length <= MOST_RANGES
      ? yield* gathered(readPlaces(reader, 1, ranges, most + 1), light, most)
      : undefined;
  if (!found) return yield* otherwise();
  yield* lightSteps(reader, found, light);
}

/** What is near an area, and the candidates that tell more of it. */
type NearCandidates = { near: Nearby; candidates: Candidate[] };

/** What is shown of them is small, whatever the size of the features. */
function* lightSteps(
  reader: SpaceReader,
  { near, candidates }: NearCandidates,
  light: LightRows,
): Steps<ReadRow[]> {
  for (const next of near.steps(stepRows(reader.size(), Infinity), (place) => candidates[place]!))
    yield lightRows(reader, light, next, true);
}

/** Those that are near indeed; undefined if there are more than `most`. */
function* gathered(
  places: Iterable<Candidate[]>,
  light: LightRows,
  most: number,
): Generator<never[], NearCandidates | undefined, void> {
  const near = new Nearby();
  const candidates: Candidate[] = [];
  for (const found of places) {
    for (const candidate of found)
      if (isNear(light, candidate)) near.add(candidate[0], candidates.push(candidate) - 1);
    if (found.length > most || near.size > most) return undefined;
    yield [];
  }
  return { near, candidates };
}

/** Hexbins that are counted already, and the rows of the features that have yet to be. */
export type CountedHexes = { cells: CellCount[]; rest: Steps<ReadRow[]> };

/** The hexbins of an area at a resolution; undefined where they are not kept. */
export function countedHexes(
  reader: SpaceReader,
  area: AreaTest,
  resolution: number,
): CountedHexes | undefined {
  const [box, ...others] = area.boxes;
  if (!box || !area.isBoxes || others.length > 0) return undefined;
  const root = readRootBox(reader);
  const binned = binnedArea(box, root !== undefined && isInside(root, box));
  if (!binned) return undefined;
  return reader.snapshot(() => {
    const cells = hasOverview(reader) ? readHexCounts(reader.database, binned, resolution) : undefined;
    if (!cells) return undefined;
    const { inside, unsure } = readLarge(reader.database, box);
    const large: SeqStep = { seqs: [...inside, ...unsure].sort((a, b) => a - b), unsure: new Set(unsure) };
    return { cells, rest: pickedRows(reader, inSteps(large, rowsPerStep(reader))) };
  });
}

function* inSteps({ seqs, unsure }: SeqStep, step: number): Steps<SeqStep> {
  for (let from = 0; from < seqs.length; from += step)
    yield { seqs: seqs.slice(from, from + step), ...(unsure && { unsure }) };
}
