import { parseMoment } from '@meridian/filter';
import { type Geometry, HexCells, QuadCells, quadDigits } from '@meridian/geo';
import { type Batch, type Column, KIND } from '../../columns/batch.ts';
import { entriesOf } from '../../columns/joined-dictionary.ts';
import { type GroupKey, MAX_GROUPS } from '../../model/query/aggregate.ts';
import type { FeaturePath } from '../../model/query/query.ts';
import { TimeBuckets } from '../../model/query/time-buckets.ts';
import type { References } from './references.ts';
import { type Found, ValueIds } from './value-ids.ts';

/** Some features to be grouped; with their geometries where these are held against others. */
export type AggregateInput = { batch: Batch; geometryAt?(row: number): Geometry | null };

/** The numbers of the values that a row has: one, or several of which each is a group. */
export type RowIds =
  | {
      isSingle: true;
      idOf: (row: number) => number;
      /** The same for all rows at once, where that is faster; gives how many values there are by now. */
      fill?: (ids: Uint32Array) => number;
      /** How many rows have which id, where that can be told without going through rows one by one. */
      tally?: ((use: (id: number, rows: number) => void) => void) | undefined;
    }
  | { isSingle: false; idsOf: (row: number) => readonly number[] };

/** One of the things that features are grouped by. Values are numbered from 0 on. */
export interface Dimension {
  read(input: AggregateInput): RowIds;
  at(id: number): Found;
}

/** Made before the first feature is looked at: the limits of classes, the features of another space. */
export type Prepared = { limits?: readonly number[]; references?: References };

export function dimensionOf(key: GroupKey, { limits = [], references }: Prepared): Dimension {
  const ids = new ValueIds(
    MAX_GROUPS,
    `groupBy: there are more than ${MAX_GROUPS} groups by ${key.name}; group by less, or narrow filter or area`,
  );
  const single = (idOf: (input: AggregateInput) => (row: number) => number): Dimension => ({
    read: (input) => ({ isSingle: true, idOf: idOf(input) }),
    at: (id) => ids.at(id),
  });
  switch (key.kind) {
    case 'value':
      return {
        read: ({ batch }) => {
          const column = batch.column(key.path);
          let idOf: ((row: number) => number) | undefined;
          return {
            isSingle: true,
            idOf(row) {
              idOf ??= ids.of(column);
              return idOf(row);
            },
            fill: (into) => ids.fill(column, into),
            tally: entriesOf(column) > 0 ? (use) => ids.tally(column, use) : undefined,
          };
        },
        at: (id) => ids.at(id),
      };
    case 'time': {
      const buckets = new TimeBuckets(key.unit, key.timeZone);
      return single(({ batch }) => timeIds(batch, key.path, buckets, ids));
    }
    case 'h3': {
      const cells = new HexCells(key.resolution);
      return single(({ batch: { boxes } }) => (row) => {
        const at = centreOf(boxes, row);
        return at ? ids.ofText(cells.at(at)) : ids.ofNothing();
      });
    }
    case 'quad': {
      const cells = new QuadCells(key.zoom);
      return single(({ batch: { boxes } }) => (row) => {
        const at = centreOf(boxes, row);
        const cell = at && cells.at(at);
        return cell === undefined ? ids.ofNothing() : ids.ofText(quadKey(cell, key.zoom));
      });
    }
    case 'tags':
      return {
        read: ({ batch }) => ({ isSingle: false, idsOf: tagIds(batch, ids) }),
        at: (id) => ids.at(id),
      };
    case 'features':
      return {
        read: (input) => ({ isSingle: false, idsOf: referenceIds(input, references!, ids) }),
        at: (id) => ids.at(id),
      };
    case 'bins':
      return classes(key.path, limits, false);
    case 'limits':
      return classes(key.path, [-Infinity, ...key.limits, Infinity], true);
  }
}

function centreOf(boxes: Float64Array, row: number): [number, number] | undefined {
  const [west, south, east, north] = boxes.subarray(4 * row, 4 * row + 4) as unknown as number[];
  return Number.isNaN(west) ? undefined : [(west! + east!) / 2, (south! + north!) / 2];
}

function quadKey(cell: number, zoom: number): string {
  const size = 2 ** zoom;
  return quadDigits(zoom, cell % size, Math.floor(cell / size));
}

function timeIds(
  batch: Batch,
  path: FeaturePath,
  buckets: TimeBuckets,
  ids: ValueIds,
): (row: number) => number {
  const { kinds, numbers, codes, dictionary } = batch.column(path);
  const idOf = (ms: number | undefined) => {
    const bucket = ms === undefined ? undefined : buckets.bucketOf(ms);
    return bucket === undefined ? ids.ofNothing() : ids.ofText(bucket.name, bucket.order);
  };
  const known = new Int32Array(dictionary.length).fill(-1);
  return (row) => {
    if (kinds[row] === KIND.number) return idOf(numbers[row]!);
    if (kinds[row] !== KIND.text) return ids.ofNothing();
    const code = codes[row]!;
    if (known[code]! < 0) known[code] = idOf(parseMoment(dictionary[code]!)?.ms);
    return known[code]!;
  };
}

export const TAGS: FeaturePath = { root: 'feature', path: ['tags'] };

/** The lists of tags are JSON texts; equal lists are looked at once. */
function tagIds(batch: Batch, ids: ValueIds): (row: number) => readonly number[] {
  const { kinds, codes, dictionary } = batch.column(TAGS);
  const known: (readonly number[] | undefined)[] = [];
  return (row) => {
    if (kinds[row] !== KIND.json) return [ids.ofNothing()];
    const code = codes[row]!;
    known[code] ??= orNothing(
      (JSON.parse(dictionary[code]!) as string[]).map((tag) => ids.ofText(tag)),
      ids,
    );
    return known[code];
  };
}

function referenceIds(
  { batch: { boxes }, geometryAt }: AggregateInput,
  references: References,
  ids: ValueIds,
): (row: number) => readonly number[] {
  return (row) => {
    const [west, south, east, north] = boxes.subarray(4 * row, 4 * row + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    if (Number.isNaN(west)) return [ids.ofNothing()];
    const found = references.meeting({ west, south, east, north }, () => geometryAt!(row));
    return orNothing(
      [...found].map((value) => idOfPlain(value, ids)),
      ids,
    );
  };
}

function idOfPlain(value: unknown, ids: ValueIds): number {
  if (typeof value === 'number') return ids.ofNumber(value);
  return value === null ? ids.ofNothing() : ids.ofText(String(value));
}

/** What has none of the values is in the group of those that have none. */
function orNothing(found: number[], ids: ValueIds): readonly number[] {
  return found.length > 0 ? found : [ids.ofNothing()];
}

/** Classes from limit to limit, numbered from 1 on in their order; 0 has what is no number. */
function classes(path: FeaturePath, limits: readonly number[], isOpen: boolean): Dimension {
  const last = limits.length - 1;
  return {
    read: ({ batch }) => ({ isSingle: true, idOf: classIds(batch.column(path), limits) }),
    at(id) {
      if (id === 0) return { value: null, sort: null };
      const [from, to] = [limits[id - 1]!, limits[id]!];
      const value = {
        ...(isOpen && id === 1 ? {} : { from }),
        ...(isOpen && id === last ? {} : { to }),
      };
      return { value, sort: id };
    },
  };
}

/** What was written since the limits were found may lie beyond them: the outermost classes take it. */
function classIds({ kinds, numbers }: Column, limits: readonly number[]): (row: number) => number {
  const classCount = limits.length - 1;
  return (row) => {
    if ((kinds[row] !== KIND.number && kinds[row] !== KIND.exact) || classCount < 1) return 0;
    const value = numbers[row]!;
    let low = 1;
    let high = classCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value < limits[middle]!) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
