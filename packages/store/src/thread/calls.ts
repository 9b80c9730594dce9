import type { BuildRequest } from '../model/build-request.ts';
import type { ChangesQuery, CountQuery, FeatureView, TimeExtentQuery } from '../model/query/query.ts';
import type {
  CountResult,
  HistorySize,
  Statistics,
  StreamEnd,
  TimeExtent,
  VersionRange,
} from '../model/results.ts';
import type { CompositeSource, OwnedSpaceRef, SpaceRef } from '../model/source.ts';
import type { Chunk } from '../read/chunk.ts';
import type { AnyRead } from '../read/row-read.ts';
import type { OutboxEntry } from '../rules/activity/activity-log.ts';
import type { CompositeQuery, QuestionResult } from '../rules/composite/composite-query.ts';
import type { BodyPart, SplitSummary } from '../rules/composite/split-body.ts';
import type { ProcessedSlice, Slice } from '../rules/processors/process-slice.ts';
import type { Processing } from '../rules/processors/processing.ts';
import type {
  ContentState,
  DeleteRequest,
  DeleteResult,
  Unprocessed,
  WriteRequest,
  WriteResult,
} from '../rules/write/write-request.ts';

/** What a thread that reads sends without being asked. */
export type Notice = { storageKey: string; buildRequest: BuildRequest };

/** A piece of a stream: some features, or its end, or a build request. */
export type Piece = { chunk?: Chunk; end?: StreamEnd; buildRequest?: BuildRequest };

/** Paths of properties. */
export type Indexes = readonly (readonly string[])[];

/** What a thread that reads can be asked. Reads in steps have a number by which they are continued and cancelled. */
export type ReaderCalls = {
  open(stream: number, source: string | CompositeSource, read: AnyRead, timeLimitMs: number): Piece;
  changes(stream: number, storageKey: string, query: ChangesQuery, timeLimitMs: number): Piece;
  next(stream: number): Piece;
  cancel(stream: number): void;
  count(stream: number, storageKey: string, query: CountQuery, timeLimitMs: number): CountResult;
  timeExtent(
    stream: number,
    storageKey: string,
    query: TimeExtentQuery,
    timeLimitMs: number,
  ): TimeExtent | undefined;
  statistics(
    stream: number,
    storageKey: string,
    version: number | undefined,
    timeLimitMs: number,
  ): Statistics;
  combined(
    stream: number,
    composite: CompositeSource,
    question: CompositeQuery,
    timeLimitMs: number,
  ): QuestionResult;
  byId(storageKey: string, ids: readonly string[], view: FeatureView, version: number | undefined): string[];
  versions(storageKey: string): VersionRange;
  versionAt(storageKey: string, time: number): number | undefined;
  historySize(storageKey: string): HistorySize;
  /** These four only where a space is a file. */
  usedBytes(storageKey: string): number;
  content(storageKey: string): ContentState;
  outbox(storageKey: string): OutboxEntry[];
  forget(storageKey: string): void;
  close(): void;
};

export type WriterCalls = {
  create(space: OwnedSpaceRef, indexes: Indexes, isVirtual: boolean): void;
  drop(space: SpaceRef): void;
  defineIndexes(space: OwnedSpaceRef, paths: Indexes): void;
  want(space: OwnedSpaceRef, buildRequest: BuildRequest): void;
  write(space: OwnedSpaceRef, request: WriteRequest): WriteResult;
  delete(space: SpaceRef, request: DeleteRequest): DeleteResult;
  /** Only where the outbox is in the file of a space. */
  clearOutbox(space: SpaceRef, upTo: number): void;
  /** Only where several processes may build. */
  build(space: OwnedSpaceRef): void;
  close(): void;
};

export type SplitterCalls = {
  read(key: number, request: Omit<WriteRequest, 'rights'>): SplitSummary;
  parts(key: number, spaces: readonly number[]): BodyPart[];
  forget(key: number): void;
  close(): void;
};

export type ProcessorCalls = {
  check(processing: Processing): void;
  predict(space: string, request: WriteRequest): Unprocessed;
  process(slice: Slice): ProcessedSlice;
  close(): void;
};

/** Tables and methods of the catalogue: arguments and results are JSON text, which keeps all digits. */
export type CatalogueCalls = {
  run(table: string, method: string, args: string): string | undefined;
  close(): void;
};
