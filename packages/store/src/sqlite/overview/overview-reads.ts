import { type BBox, isInside, type TileAddress, tileAt, tileBounds, zoomOfWidth } from '@meridian/geo';
import { parseGeometry } from '../../feature/feature-text.ts';
import type { AreaTest } from '../../query/area.ts';
import type { ReadRow } from '../../read/row.ts';
import { stepRows } from '../../read/step-size.ts';
import { MAX_COLLECTED } from '../area-seqs.ts';
import { readRootBox } from '../extent.ts';
import { keptStatement } from '../kept-statements.ts';
import type { Candidate, LightRows } from '../light-rows.ts';
import { pickedRows, rowsPerStep, type SeqStep, type Steps } from '../rows.ts';
import { SINCE } from '../schema.ts';
import type { SpaceReader } from '../space-reader.ts';
import { rangesOf } from './cell-key.ts';
import { type BinnedArea, type CellCount, DEEPEST_BINNED, readHexCounts } from './hex-counts.ts';
import { readLarge } from './large-table.ts';
import { PARTS, readPlaces } from './place-table.ts';
import { readTileCount } from './tile-counts.ts';

/** Spaces of fewer features are looked at one by one. */
const WORTH_IT = 20_000;

/** An area that falls into more ranges of keys than this is looked up in the R*Tree. */
const MOST_RANGES = 64;

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

export function isSampledPart(part: number): boolean {
  return part < 1 && PARTS.includes(part);
}

/** The rows of a part of all features that are near an area, in insertion order, a step at a time. */
export function* sampledRows(
  reader: SpaceReader,
  area: AreaTest,
  part: number,
  light: LightRows,
  isBare: boolean,
): Steps<ReadRow[]> {
  const near = yield* gathered(readPlaces(reader, part, rangesOf(area.boxes)), light, Infinity);
  if (isBare) return yield* lightSteps(reader, near!, light);
  for (const next of inOrder(near!, rowsPerStep(reader)))
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
  const near =
    ranges.length <= MOST_RANGES
      ? yield* gathered(readPlaces(reader, 1, ranges, most + 1), light, most)
      : undefined;
  if (!near) return yield* otherwise();
  yield* lightSteps(reader, near, light);
}

/** What is shown of them is small, whatever the size of the features. */
function* lightSteps(
  reader: SpaceReader,
  near: ReadonlyMap<number, Candidate>,
  light: LightRows,
): Steps<ReadRow[]> {
  for (const next of inOrder(near, stepRows(reader.size(), Infinity))) yield light.of(next, true);
}

/** Those that are near indeed, by their numbers; undefined if there are more than `most`. */
function* gathered(
  places: Iterable<Candidate[]>,
  light: LightRows,
  most: number,
): Generator<never[], Map<number, Candidate> | undefined, void> {
  const near = new Map<number, Candidate>();
  for (const found of places) {
    for (const candidate of found) if (light.isNear(candidate)) near.set(candidate[0], candidate);
    if (found.length > most || near.size > most) return undefined;
    yield [];
  }
  return near;
}

/** So many at a time, in insertion order. */
function* inOrder(near: ReadonlyMap<number, Candidate>, step: number): Generator<Candidate[], void, void> {
  const seqs = new Float64Array(near.size);
  let filled = 0;
  for (const seq of near.keys()) seqs[filled++] = seq;
  seqs.sort();
  for (let from = 0; from < seqs.length; from += step)
    yield Array.from(seqs.subarray(from, from + step), (seq) => near.get(seq)!);
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
  const binned = box && area.isBoxes && others.length === 0 ? binnedArea(reader, box) : undefined;
  if (!box || !binned) return undefined;
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

/** What a box stands for: a tile, or the world if everything is in it. */
function binnedArea(reader: SpaceReader, box: BBox): BinnedArea | undefined {
  const root = readRootBox(reader);
  if (root && isInside(root, box)) return 'world';
  const zoom = zoomOfWidth(box.east - box.west);
  if (zoom > DEEPEST_BINNED) return undefined;
  const size = 2 ** zoom;
  const x = Math.round(((box.west + 180) / 360) * size);
  for (let y = 0; y < size && x >= 0 && x < size; y++) {
    const tile = tileAt('web', zoom, x, y);
    const bounds = tileBounds(tile);
    if (bounds.north === box.north) return isInside(bounds, box) && isInside(box, bounds) ? tile : undefined;
    if (bounds.north < box.north) return undefined;
  }
  return undefined;
}
