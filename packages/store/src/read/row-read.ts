import { boxesOf } from '@meridian/filter';
import {
  intersectsBox,
  maxFeaturesOf,
  type TileAddress,
  tileBounds,
  VIZ_SAMPLING,
  type VizSampling,
  vizFraction,
} from '@meridian/geo';
import type { AggregateQuery } from '../model/query/aggregate.ts';
import { type AreaTest, areaNeedsGeos, tileArea } from '../model/query/area.ts';
import { needsGeos } from '../model/query/expression-test.ts';
import {
  type Area,
  type Clustering,
  type ClusterQuery,
  type CountQuery,
  type FeatureFilter,
  type FeatureQuery,
  isEmptyFilter,
  type NO_FILTER,
  type RankKey,
  type TileQuery,
} from '../model/query/query.ts';
import type { FeatureSource } from '../model/source.ts';
import { AutoTileSink, type TileSample } from './auto-tile-sink.ts';
import { ClusterSink, clusteredPart } from './cluster-sink.ts';
import { FeatureSink } from './feature-sink.ts';
import type { RowConditions } from './row-filter.ts';
import type { RowSink } from './row-sink.ts';
import { roomIn, sharedFrom } from './tile-shares.ts';
import { ClusterTileSink, TileSink } from './tile-sink.ts';
import { standingsIn } from './tile-standings.ts';

/** A read whose response is made of rows one by one. */
export type RowRead =
  | { kind: 'features'; query: Omit<FeatureQuery, 'sort' | 'afterSorted'> }
  | { kind: 'tile'; query: TileQuery }
  | { kind: 'clusters'; query: ClusterQuery };

/** What a reader can be asked for, step by step. */
export type Read = Exclude<RowRead, { kind: 'features' }> | { kind: 'features'; query: FeatureQuery };

/** The same, or groups of features, or what their properties are. */
export type AnyRead =
  | Read
  | { kind: 'aggregate'; query: AggregateQuery }
  | { kind: 'profile'; query: { filter: typeof NO_FILTER; area?: never; version?: number } };

/** How many features there are. */
export type CountRead = { kind: 'count'; query: CountQuery };

/** A query whose area, if it has one, is ready to be held against features. */
export type WalkQuery = Omit<FeatureQuery, 'area'> & { area?: AreaTest | undefined };

export function areaOf({ kind, query }: RowRead | AnyRead | CountRead): Area | undefined {
  if (kind === 'tile') return tileArea(query.tile, query.marginPixels);
  if (query.area || kind === 'clusters') return query.area;
  return areaOfFilter(query.filter);
}

/** Whether geometries are cut to the area of the read. */
export function cutsToArea({ kind, query }: AnyRead): boolean {
  return kind === 'clusters' || (kind === 'features' && query.view.clip === true);
}

/** Where a CQL2 filter lets features be: only these can pass it, so that the box index finds all of them. */
function areaOfFilter({ tests }: FeatureFilter): Area | undefined {
  for (const test of tests) {
    const boxes = test.root === 'expression' ? boxesOf(test.expression) : undefined;
    if (boxes) return { boxes };
  }
  return undefined;
}

/** Whether GEOS must be loaded before it begins. What few reads need on their way is loaded then. */
export function readNeedsGeos(read: AnyRead): boolean {
  const area = areaOf(read);
  // What is derived from an earlier version is made with it.
  if (area && (areaNeedsGeos(area) || read.query.version !== undefined)) return true;
  return needsGeos(read.query.filter) || referencedSources(read).length > 0;
}

/** What else it reads beside what it is a read of. */
export function referencedSources(read: AnyRead): FeatureSource[] {
  if (read.kind !== 'aggregate') return [];
  return read.query.groupBy.flatMap((key) => (key.kind === 'features' ? [key.source] : []));
}

/** What is counted in cells, if it is. */
export function clusteringOf({ kind, query }: RowRead): Clustering | undefined {
  return kind === 'features' ? undefined : query.clustering;
}

/** The tile that a map shows of what matches. */
export function vizTileOf({ kind, query }: RowRead): TileAddress | undefined {
  if (kind === 'features') return query.view.viz;
  return kind === 'tile' && query.viz && !query.clustering ? query.tile : undefined;
}

/** The tile on which matches are counted, to decide which part of them is shown. */
export function countedTileOf(read: RowRead): TileAddress | undefined {
  return autoOf(read) ? (read.query as TileQuery).tile : vizTileOf(read);
}

/** Whether the response is made of ids and geometries alone. */
export function isGeometryOnly(read: RowRead): boolean {
  if (read.query.filter.tests.length > 0 || rankedBy(read)) return false;
  const clustering = clusteringOf(read);
  if (clustering) return clustering.kind === 'quadbin' || !clustering.property;
  if (read.kind === 'features')
    return read.query.view.selection?.length === 0 && vizTileOf(read) !== undefined;
  return read.kind === 'tile' && read.query.selection?.length === 0;
}

/** Whether a response is made of all features that are in its area. */
export function isUnfiltered({ query: { filter } }: RowRead): boolean {
  return isEmptyFilter(filter);
}

/** The resolution of hexbins of the kind that is counted ahead: of all features, with all of their geometry. */
export function storedResolution(read: RowRead): number | undefined {
  const clustering = clusteringOf(read);
  if (clustering?.kind !== 'hexbin' || !isUnfiltered(read)) return undefined;
  const { property, singlecoord, sampling, resolution } = clustering;
  return property || singlecoord || sampling !== 'off' ? undefined : resolution;
}

/**
 * Whether features may be counted in cells by their boxes: all that match, not a sample. Of a version what has changed since
 * would come out of order, on which the sum of values depends.
 */
export function isBinnable(read: RowRead): boolean {
  const clustering = clusteringOf(read);
  if (!clustering || clusteredPart(clustering) < 1) return false;
  return clustering.kind === 'quadbin' || !clustering.property || read.query.version === undefined;
}

/** What a tile that is bounded in bytes may have at most, and what it has room for where features share it. */
type AutoTile = {
  tile: TileAddress;
  maxFeatures: number;
  room: number;
  /** Whether the density index has the room that features take on it. */
  isRoomFiled: boolean;
};

export function autoOf({ kind, query }: RowRead): AutoTile | undefined {
  if (kind !== 'tile' || query.clustering || !query.auto) return undefined;
  const { tile, limit, auto, selection } = query;
  const maxFeatures = Math.min(limit, maxFeaturesOf(auto.maxBytes));
  const isRoomFiled = !selection && !auto.isWhole && !auto.rank;
  return { tile, maxFeatures, room: roomIn(auto.maxBytes, limit), isRoomFiled };
}

/** Whether a tile may be made of the features that are filed by now, while the others are. */
export function mayBePart({ kind, query }: RowRead): boolean {
  return kind === 'tile' && query.version === undefined && query.auto?.mayBePart === true;
}

/** The features that are shown first where not all can be: by what, on which tile, and how many of them at most. */
export function rankedBy(read: RowRead): { rank: RankKey; tile: TileAddress; max: number } | undefined {
  const auto = autoOf(read);
  const rank = auto && (read.query as TileQuery).auto?.rank;
  return rank && { rank, tile: auto.tile, max: standingsIn(auto.room) };
}

/** How much of what matches is shown at most; clusters have a sampling of their own. */
function samplingOf({ kind, query }: RowRead): VizSampling {
  if (kind === 'clusters' || (kind === 'tile' && query.clustering)) return 'off';
  return query.sampling ?? 'off';
}

/** From how many matches on only a part of them is shown: they must be counted first. Infinity = all are shown. */
export function sampledFrom(read: RowRead): number {
  const auto = autoOf(read);
  if (auto) return sharedFrom(auto.room);
  const sampling = samplingOf(read);
  return sampling === 'off' ? Infinity : VIZ_SAMPLING[sampling] + 1;
}

/** Where the matches of a sampled read are counted: on the tile itself, whatever margin around it is read. */
export function countedArea(read: RowRead, area: AreaTest): AreaTest {
  const tile = countedTileOf(read);
  return tile ? areaOfTile(area, tile) : area;
}

/** A tile itself, of an area that is a tile too. */
export function areaOfTile(area: AreaTest, tile: TileAddress): AreaTest {
  const bounds = tileBounds(tile);
  return { ...area, boxes: [bounds], meets: (geometry) => intersectsBox(geometry, bounds) };
}

/** The fraction that is shown however much matches; undefined where that decides. */
export function fixedFraction({ kind, query }: RowRead): number | undefined {
  if (kind === 'clusters' || (kind === 'tile' && query.clustering)) return undefined;
  return query.fraction;
}

/** The part of so many matches that is shown; of a tile that is bounded in bytes, which decides by shares, all. */
export function sampledPart(read: RowRead, count: number): number {
  const fixed = fixedFraction(read);
  if (fixed !== undefined) return fixed;
  return autoOf(read) ? 1 : vizFraction(count, samplingOf(read));
}

/** The part of all features, chosen by their ids, that the response is made of; `shown`: of those that are shown. */
export function readPart(read: RowRead, shown: number): number {
  const clustering = clusteringOf(read);
  return clustering ? clusteredPart(clustering) : shown;
}

/** The sink of a read that counts in cells. */
export function clusterSinkOf(
  read: RowRead,
  area: RowConditions['area'],
): { sink: RowSink; clusters: ClusterSink } {
  const sink = sinkOf(read, { area, part: 1 }) as ClusterSink | ClusterTileSink;
  return { sink, clusters: sink instanceof ClusterSink ? sink : sink.clusters };
}

/** `count`: of all that match in the area where they are counted, as far as that is known. */
export function sinkOf(
  read: RowRead,
  { count, shares, standings, building, ...conditions }: Omit<RowConditions, 'tests'> & TileSample,
): RowSink {
  const all = { ...conditions, tests: read.query.filter.tests };
  switch (read.kind) {
    case 'features':
      return new FeatureSink(read.query, all);
    case 'clusters':
      return new ClusterSink(read.query, all);
    case 'tile': {
      const { clustering, auto, ...query } = read.query;
      if (clustering) return new ClusterTileSink({ ...query, clustering }, all);
      return auto
        ? new AutoTileSink({ ...query, auto }, all, { count, shares, standings, building })
        : new TileSink(query, all);
    }
  }
}
