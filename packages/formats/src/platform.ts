import type { Limits } from './limits.ts';
import type { RandomAccess, Source } from './source.ts';

/** What Node and browsers do each in their way. */
export type Platform = {
  /** Inflates gzip, of one member or several. */
  gunzip(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** A copy that can be read in any order, and from the start again. */
  spool(source: Source, limit: number): Promise<Spooled>;
  /** Opens a SQLite file to be read. It may come from anyone, so nothing in it is trusted to run. */
  openDatabase(source: RandomAccess): Promise<Database>;
  /** A SQLite file to be filled. */
  createDatabase(): Promise<NewDatabase>;
  /**
   * The features of a GeoParquet file, some at a time. The library that decodes it believes what the file says: a
   * damaged one, or one made to do harm, can keep it busy for hours. So it works where it can be stopped, as far as
   * the platform has one, and has `limits.stepMs` for each batch.
   */
  decodeParquet(source: RandomAccess, job: ParquetJob, signal?: AbortSignal): AsyncIterable<ParquetBatch>;
  /** Room for texts that are written once and read once. */
  notebook(): Promise<Notebook>;
};

export type ParquetJob = {
  /** For messages. */
  file: string;
  /** As in ReadOptions. */
  crs?: string;
  /** The column of WKB that the user names; used where the file itself names none. */
  geometry?: string;
  limits: Limits;
};

/**
 * The JSON text of a feature, or of a record of a file without geometries; or why there is none. `candidate` is the
 * text of a feature with nothing wrong but its geometry. `measured` is the text of a feature whose measures were left out.
 */
export type DecodedRow =
  | string
  | { measured: string; reason?: undefined }
  | { reason: string; id?: string; candidate?: string };

/** So many of all rows are done with this one. */
export type ParquetBatch = { rows: DecodedRow[]; done: number; all: number; areRecords: boolean };

export type Spooled = { source: RandomAccess; dispose(): Promise<void> };

export type SqlValue = null | number | bigint | string | Uint8Array;

export type Database = {
  /** Rows one by one; whole numbers come as bigint. */
  rows(sql: string, ...values: SqlValue[]): Iterable<Record<string, SqlValue>>;
  close(): Promise<void>;
};

export type NewDatabase = {
  run(sql: string): void;
  /** A statement to be run many times. */
  prepare(sql: string): (...values: SqlValue[]) => void;
  /** The finished file. The database can't be used any more. */
  finish(): AsyncIterable<Uint8Array>;
  /** Frees everything, finished or not. */
  dispose(): Promise<void>;
};

/** Lines of text, stored outside of the heap where the platform can do so. */
export type Notebook = {
  add(line: string): Promise<void> | void;
  lines(): AsyncIterable<string>;
  dispose(): Promise<void>;
};
