import type { BBox, BlockChanges } from '@meridian/geo';
import type { ColumnRequest } from '../model/build-request.ts';
import type { ReadRow } from '../model/feature/row.ts';
import type { AreaTest } from '../model/query/area.ts';
import type { Change, ChangeCursor, ChangesQuery, FeatureQuery, FeatureTest } from '../model/query/query.ts';
import type { HistorySize, Statistics, VersionRange } from '../model/results.ts';
import type { KeyRange } from '../pyramid/density/cell-key.ts';
import type { Candidate, GeometryRows } from '../pyramid/density/geometry-rows.ts';
import type { CellCount, HexSum } from '../pyramid/density/hex-counts.ts';
import type { Nearby } from '../pyramid/density/sample-classes.ts';
import type { StoredCell } from '../pyramid/tile-blocks/block-cells.ts';
import type { Cell } from '../pyramid/tile-blocks/cell.ts';
import type { StoredBlock } from '../pyramid/tile-blocks/draw-blocks.ts';
import type { Chunk } from './chunk.ts';
import type { ColumnReader } from './columns/column-reader.ts';
import type { Effect, Maybe } from './effect.ts';
import type { RowQuery } from './row-query.ts';
import type { ContentSize } from './step-size.ts';

export type { RowQuery };

/** Which rows of an access path are read at once. Positions are insertion numbers. */
export type Batch =
  /** The next ones in insertion order. */
  | { kind: 'page'; after: number; limit: number }
  /** The first ones between two positions, in insertion order. */
  | { kind: 'window'; after: number; upTo: number; limit: number }
  /** Those at these positions, in insertion order. */
  | { kind: 'list'; seqs: number[] }
  /** All that are left, if they are no more than the limit; otherwise none. */
  | { kind: 'whole'; after: number; limit: number };

/** How many rows a batch has led to, and the position of the last. Fewer than its limit: there are no more in it. */
export type Found = { count: number; last: number };
export type FoundRows = Found & { rows: ReadRow[] };
export type FoundCandidates = Found & { candidates: Candidate[] };

/** Stored texts joined by commas, of the rows that pass. `more`: more than those that were asked for pass. */
export type FoundTexts = Found & {
  chunk: Chunk | undefined;
  shown: number;
  lastShown: number;
  more: boolean;
};

/** Stored texts of the rows that pass, with their positions, where each begins in the chunk and how many bytes it has. */
export type FramedTexts = Found & {
  chunk: Chunk | undefined;
  seqs: number[];
  starts: number[];
  lengths: number[];
};

/** A block of counts of tiles, and where large features are counted beside it. */
export type CountsAsked = { block: number; box: BBox | undefined };

/** How many rows pass for sure, and the positions of those whose geometry must be looked at. */
export type Counted = { sure: number; recheck: number[] };

export type AccessName =
  | 'all rows'
  | 'ids'
  | 'property index'
  | 'text index'
  | 'tag index'
  | 'box index'
  | 'indexes';

/**
 * A way to the rows that a query may mean. Tags and partitions are the engine's to test, properties and exact geometry
 * are not; what else it leaves out is its own affair.
 */
export interface Access {
  readonly name: AccessName;
  /** Whether it gives pages: the next rows in insertion order, at a cost that does not follow how many match. */
  readonly isOrdered: boolean;
  /** Whether it gives windows: what lies between two positions. The last of several does. */
  readonly isScannable: boolean;
  /** Whether it gives all at once, where that is little. */
  readonly isWhole: boolean;
  /** The positions of all rows behind one, ascending; undefined where they are more than `max`, or no index has them. */
  positions(after: number, max: number): Maybe<number[] | undefined>;
  rows(batch: Batch): Maybe<FoundRows>;
  /** The texts of the first `left` rows that pass everything but property tests; where an engine joins them itself. */
  texts?(batch: Batch, left: number): Effect<FoundTexts>;
  /** The texts of all rows that pass everything but property tests, of which some can be left out; as `texts`. */
  framedTexts?(batch: Batch): Effect<FramedTexts>;
  /** Of a query without property tests; absent where rows must be looked at. */
  count?(): Effect<Counted>;
  /** Ids and boxes instead of texts, where an engine has these without reading the texts. */
  candidates?(batch: Batch): Maybe<FoundCandidates>;
  /** The positions of rows whose ids belong to a sample, or may do so; where an engine reads ids without the texts. */
  sample?(after: number, fraction: number): Effect<number[]>;
}

/** The first rows between two positions. */
export type VersionWindow = { after: number; upTo: number; limit: number; part: FeatureQuery['part'] };

/** Which rows of a version are read. */
export type VersionBatch = VersionWindow | { seqs: readonly number[] } | { ids: readonly string[] };

/** A change of a version, with the feature as it became, or was until it was deleted; without it if it has expired. */
export type ChangedRow = { version: number; change: Change; seq: number; row: ReadRow | undefined };

/** The same, and whether the feature was not changed again within the range that was asked for. */
export type LastChange = ChangedRow & { isLast: boolean };

/** What is filed near an area, and what is known of each of it; `drawnAt`: with its geometry, where that is filed too. */
export type NearCandidates = {
  near: Nearby;
  at: (storageKey: number) => Candidate;
  drawnAt: (storageKey: number) => Candidate;
  /** Its row, where its geometry is filed too. */
  rowAt: (storageKey: number, geometryRows: GeometryRows) => ReadRow | undefined;
  boxAt: (storageKey: number) => BBox;
  /** Its sample rank, with `isInRoom` times the room that it takes, if that is filed; 0 where its id is not. */
  rankAt: (storageKey: number, isInRoom: boolean) => number;
};

/** What reads of a space would be cheaper with, if its writer made it. */
export type Derived = 'densityIndex' | 'tileBlocks' | ColumnRequest;

/** Found on the way of a read: that it would be cheaper with something its space does not have. */
export type BuildRequest = { build: Derived };

/** A block of counts per tile, and the large features, which are in none of them. */
export type TileCountsNear = Counted & { counts: Uint8Array | undefined };
/** Counted hexbins, and the positions of the large features, which are in none of them. */
export type HexesNear = { cells: CellCount[]; large: number[] };

/** What is derived from the present, with the changes since a version taken back: undefined where rows must be read. */
export interface PastDerived {
  /** What is drawn near boxes instead of what tile blocks have. */
  drawn(boxes: readonly BBox[]): Effect<BlockChanges | undefined>;
  tileCounts(block: number, box: BBox | undefined): Effect<TileCountsNear | undefined>;
  hexCounts(sum: HexSum, box: BBox): Effect<HexesNear | undefined>;
}

/**
 * What an engine offers to read one space with. It decides nothing: which of these is asked for, and in which order, is the
 * planner's to say. An engine answers at once or later.
 */
export interface RowReader {
  /** Whether rows are spread over machines of which each would send a whole page: then scans are bounded from above. */
  readonly isDistributed: boolean;
  /** Of an engine that has such. */
  readonly columns?: ColumnReader | undefined;
  /** So many positions at most are looked at in a step, where each may have had many states. */
  readonly maxWindow?: number;
  /** A fault where there is no such space. `isMost`: there may be fewer than `count`. */
  content(): Maybe<ContentSize & { lastSeq: number; isMost?: boolean }>;
  /** How many rows come to about so many bytes; it need not be of this very moment. */
  stepRows(chunkBytes?: number): Maybe<number>;
  /** Reads that belong to one moment, as far as the engine can do that. Nothing in it may pause. */
  snapshot<T>(work: Effect<T>): Effect<T>;

  /** The ways to what a query means, the best first. */
  accesses(query: RowQuery): Maybe<Access[]>;
  /** Whether at least so many rows have boxes that meet the area's. */
  hasNearby(area: AreaTest, count: number): Maybe<boolean>;
  /** Whether no feature reaches out of a box, for sure. */
  isAllInside(box: BBox): Maybe<boolean>;
  /**
   * The rows at these positions that are there, in insertion order; with an area, whether they need a recheck. Those of which an
   * engine can tell that they do not pass the tests may be left out.
   */
  byPositions(seqs: readonly number[], area?: AreaTest, tests?: readonly FeatureTest[]): Maybe<ReadRow[]>;
  /** The rows of those ids that are there, in any order. */
  byIds(ids: readonly string[]): Maybe<ReadRow[]>;
  /** The positions of those ids that are there. */
  seqsOf(ids: readonly string[]): Maybe<Map<string, number>>;
  idsAt(seqs: readonly number[]): Maybe<string[]>;
  /** The ids behind a position, in insertion order. */
  idsAfter(after: number, limit: number): Maybe<{ seq: number; id: string }[]>;

  hasDensity(): Maybe<boolean>;
  /** Which part of the features it has; undefined of an engine that builds none. */
  densityBuilt(): Maybe<number | undefined>;
  /** Blocks of counts, and of the large features near each box, if there is one, those inside of it and those to be looked at. */
  tileCounts(asked: readonly CountsAsked[]): Maybe<TileCountsNear[]>;
  /** Hexbins that are counted, and the positions of the large features near the box, which are not in them. */
  hexCounts(sum: HexSum, box: BBox): Maybe<HexesNear>;
  /**
   * What is filed under the ranges and ranks below a share, and perhaps some more; undefined if that is more than `max`. `above`: perhaps
   * without what the same with that share gives.
   */
  nearCandidates(
    share: number,
    ranges: readonly KeyRange[],
    geometryRows: GeometryRows,
    max: number,
    above?: number,
  ): Effect<NearCandidates | undefined>;

  /** Of a version that is read as the present is, with its changes taken back. */
  readonly past?: PastDerived | undefined;
  hasTileBlocks(): Maybe<boolean>;
  /** Of each cell, the stored one that it is part of, or those that it consists of. */
  cellsWithin(cells: readonly Cell[]): Maybe<StoredCell[][]>;
  /** Undefined where one is not what it was a moment ago. */
  tileBlocks(cells: readonly StoredCell[]): Maybe<StoredBlock[] | undefined>;
}

/** What an engine offers beside: what it knows of a whole space, and of its past. */
export interface HistoryReader extends RowReader {
  /** Names the space among those that the same thread reads. */
  readonly key: string;
  statistics(): Maybe<Statistics>;
  versions(): Maybe<VersionRange>;
  /** How many features there are in the present version: of one moment, unlike `content`. */
  presentCount(): Maybe<{ version: number; count: number }>;
  /** In insertion order. Whether the version can be read is asked before and after. */
  rowsOfVersion(version: number, batch: VersionBatch): Maybe<ReadRow[]>;
  /** The texts of the same rows, joined by commas, where an engine does that itself. `last`: the position of the last of them. */
  textsOfVersion?(
    version: number,
    window: VersionWindow,
  ): Maybe<{ chunk: Chunk | undefined; shown: number; last: number }>;
  /** When versions were made, of those of which that was noted. Times never go back. */
  timesOf(versions: readonly number[]): Maybe<ReadonlyMap<number, number>>;
  /** The positions of what versions after this one changed, one for each change, in any order: no more than the limit. */
  changedSince(version: number, limit: number): Maybe<number[]>;
  /** The changes behind the cursor, in their order. */
  changes(query: ChangesQuery, cursor: ChangesQuery['after'], limit: number): Maybe<ChangedRow[]>;
  /** The changes of the cursor's kind behind it, ordered by version and insertion. */
  lastChanges(query: ChangesQuery, cursor: ChangeCursor, limit: number): Maybe<LastChange[]>;
  /** How much history there is, at a cost that does not follow the size of its features. */
  historySize(): Maybe<HistorySize>;
}
