import { GEOMETRY_TYPES } from '@meridian/geo';
import type { Extent, Listing, Statistics } from '../../model/results.ts';
import { askAndPause, type Effect } from '../../read/effect.ts';
import type { HistoryReader } from '../../read/row-reader.ts';
import { countDistinct } from './combined-reads.ts';
import { type Node, type Unit, unitsOf } from './composite-source.ts';

/** So many ids can be held against each other in the time that statistics have; beyond, they are estimated. */
const MAX_COMPARED = 100_000;

/** Put together from the statistics of the spaces, so that it is as quick; exact as far as no id is in two of them. */
export function* combinedStatistics(node: Node, sources: readonly HistoryReader[]): Effect<Statistics> {
  const units: Statistics[] = [];
  for (const unit of unitsOf(node)) units.push(yield* statisticsOfUnit(unit, sources));
  return sum(units);
}

function* statisticsOfUnit(unit: Unit, sources: readonly HistoryReader[]): Effect<Statistics> {
  const parts: Statistics[] = [];
  for (const leaf of unit.leaves) parts.push(yield* askAndPause(() => sources[leaf]!.statistics()));
  if ('leaf' in unit.node) return parts[0]!;
  const together = sum(parts);
  const compared = parts.slice(1).reduce((count, part) => count + part.count, 0);
  const isCounted = compared <= MAX_COMPARED;
  const count = isCounted ? yield* countDistinct(unit, sources) : together.count;
  if (isCounted && count === together.count && unit.node.mode !== 'merge') return together;
  const isDisjoint = isCounted && count === together.count;
  return {
    ...together,
    count,
    exact: { count: isCounted, bytes: false, geometryTypes: isDisjoint },
    ...(isDisjoint ? {} : asEstimates(together)),
  };
}

function asEstimates({ extent, tags, properties }: Statistics) {
  return {
    extent: extent && { ...extent, exact: false },
    tags: { ...tags, complete: false },
    properties: { ...properties, complete: false },
  };
}

function sum(parts: readonly Statistics[]): Statistics {
  const total = (pick: (part: Statistics) => number) => parts.reduce((all, part) => all + pick(part), 0);
  const isExact = (what: keyof NonNullable<Statistics['exact']>) =>
    parts.every(({ exact }) => exact?.[what] ?? true);
  const types = new Set(parts.flatMap(({ geometryTypes }) => geometryTypes));
  return {
    count: total(({ count }) => count),
    bytes: total(({ bytes }) => bytes),
    exact: { count: isExact('count'), bytes: isExact('bytes'), geometryTypes: isExact('geometryTypes') },
    extent: parts.map(({ extent }) => extent).reduce(around),
    geometryTypes: GEOMETRY_TYPES.filter((type) => types.has(type)),
    someWithoutGeometry: parts.some((part) => part.someWithoutGeometry),
    tags: listed(parts.map(({ tags }) => tags)),
    properties: listed(parts.map(({ properties }) => properties)),
  };
}

function around(a: Extent | undefined, b: Extent | undefined): Extent | undefined {
  if (!a || !b) return a ?? b;
  return {
    bbox: {
      west: Math.min(a.bbox.west, b.bbox.west),
      south: Math.min(a.bbox.south, b.bbox.south),
      east: Math.max(a.bbox.east, b.bbox.east),
      north: Math.max(a.bbox.north, b.bbox.north),
    },
    exact: a.exact && b.exact,
  };
}

/** Counts of the same key added up, the most frequent first. Of several entries the most frequent names the rest. */
function listed<T extends { key: string; count: number }>(lists: readonly Listing<T>[]): Listing<T> {
  const byKey = Map.groupBy(
    lists.flatMap(({ value }) => value),
    ({ key }) => key,
  );
  const value = [...byKey.values()].map((entries) => ({
    ...entries.reduce((best, entry) => (entry.count > best.count ? entry : best)),
    count: entries.reduce((count, entry) => count + entry.count, 0),
  }));
  value.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  return { value, complete: lists.every(({ complete }) => complete) };
}
