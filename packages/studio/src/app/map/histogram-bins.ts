import type { AggregateGroup } from '@meridian/client';
import type { Range } from '../../filter/range.ts';

export type Bin = { from: number; to: number; count: number };

/** Bins of one width from the groups of the hub, which leaves out those without a feature. */
export function binsOf(groups: readonly AggregateGroup[]): Bin[] {
  const found = groups.flatMap(({ key, count }) => {
    const bin = Object.values(key)[0];
    return isBin(bin) ? [{ from: bin.from, to: bin.to, count }] : [];
  });
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return [];
  const width = first.to - first.from;
  if (!(width > 0)) return found;
  const at = ({ from }: Bin) => Math.round((from - first.from) / width);
  const counts = new Map(found.map((bin) => [at(bin), bin]));
  return Array.from({ length: Math.min(MAX_BINS, at(last) + 1) }, (_, index) => {
    const [from, to] = [index, index + 1].map((i) => Number((first.from + i * width).toPrecision(12)));
    return counts.get(index) ?? { from: from!, to: to!, count: 0 };
  });
}

const MAX_BINS = 200;

function isBin(value: unknown): value is { from: number; to: number } {
  const { from, to } = Object(value) as { from?: unknown; to?: unknown };
  return typeof from === 'number' && typeof to === 'number';
}

/** The first and the last of the chosen bins. */
export type Chosen = readonly [first: number, last: number];

/** The numbers of these bins; without a limit where the histogram ends. The last bin has its upper limit in it. */
export function rangeOfBins(bins: readonly Bin[], [first, last]: Chosen): Range {
  return {
    ...(first > 0 ? { from: bins[first]!.from } : {}),
    ...(last < bins.length - 1 ? { to: bins[last]!.to } : {}),
  };
}

/** The bins that a filter leaves. */
export function binsOfRange(bins: readonly Bin[], { from, to }: Range): Chosen {
  const first =
    from === undefined
      ? 0
      : Math.max(
          0,
          bins.findLastIndex((bin) => bin.from <= from),
        );
  const ending = to === undefined ? -1 : bins.findIndex((bin) => bin.to >= to);
  return [first, ending < 0 ? bins.length - 1 : Math.max(first, ending)];
}

export function countIn(bins: readonly Bin[], [first, last]: Chosen): number {
  return bins.slice(first, last + 1).reduce((sum, { count }) => sum + count, 0);
}
