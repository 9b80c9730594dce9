import type { FeatureCollection, JsonObject } from './geojson.ts';

export type HubInformation = {
  schemaVersion: string;
  reporter: { name: string; version: string; upSince: number; endpoint: string };
  status: { result: string; timestamp: number };
};

/** What a client may set of a space; other members are stored too. */
export type SpaceInput = {
  id?: string;
  title?: string;
  description?: string | null;
  shared?: boolean;
  public?: boolean;
  /** The property that is the time of features, or the two between which it lasts. */
  temporal?: string | { start: string; end?: string };
  readOnly?: boolean;
  license?: string | null;
  copyright?: { label: string; alt?: string }[] | null;
  client?: JsonObject | null;
  searchableProperties?: Record<string, boolean> | null;
  /** Whether the words of all properties have an index. */
  textIndex?: boolean | null;
  tags?: string[] | null;
  [member: string]: unknown;
};

export type Space = {
  id: string;
  title: string;
  owner: string;
  /** Milliseconds since 1970, as are all times. */
  createdAt: number;
  updatedAt: number;
  contentUpdatedAt: number;
  description?: string;
  shared?: true;
  readOnly?: true;
  rights?: string[];
  /** An address that the hub fills the space from, again and again; shown to those who manage it. */
  import?: SpaceImport;
  [member: string]: unknown;
};

/** A scheduled import, and what became of it. */
export type SpaceImport = {
  source: string;
  every?: string;
  mode?: 'replace' | 'merge';
  state: {
    running: boolean;
    nextRunAt: number;
    /** Runs that failed since the last good one. */
    failures: number;
    last?: ImportRun;
    lastGood?: ImportRun;
  };
  [member: string]: unknown;
};

/** A run that failed has an `error`, and changed nothing. */
export type ImportRun = { startedAt: number; endedAt: number } & (
  | { error: string }
  | {
      error?: undefined;
      read: number;
      inserted: number;
      updated: number;
      unchanged: number;
      deleted: number;
      refused: number;
      repeated: number;
      repaired: number;
      /** What the source does not say and was found out, and what of it was left out. */
      guessed: string[];
    }
);

/** What a write did. An unchanged feature is in `features` and in no list. */
export type WriteResult = FeatureCollection & {
  inserted?: string[];
  updated?: string[];
  deleted?: string[];
  failed?: { id?: string; position: number; message: string }[];
  /** What the space is at now; of a space that keeps its history. */
  version?: number;
};

/** @deprecated the old name of `WriteResult` */
export type WriteAnswer = WriteResult;

export type FeaturePage<Properties extends object = JsonObject> = FeatureCollection<Properties> & {
  /** Names the next page; absent on the last one. */
  handle?: string;
};

export type Count = { type: 'CountResponse'; count: number; estimated: boolean };

type Fact<Value> = { value: Value; estimated: boolean };

/** The optional members are there where they were asked for. */
export type PropertyStatistics = {
  key: string;
  count: number;
  datatype: string;
  searchable: boolean;
  types?: Record<string, number>;
  nulls?: number;
  distinct?: number;
  min?: string | number | boolean | null;
  max?: string | number | boolean | null;
  frequent?: { value: string | number | boolean; count: number }[];
  /** There are more values than are counted one by one. */
  estimated?: boolean;
};

export type Statistics = {
  type: 'StatisticsResponse';
  count: Fact<number>;
  dataSize: Fact<number>;
  byteSize: Fact<number>;
  bbox: Fact<number[]>;
  geometryTypes: Fact<string[]>;
  properties: Fact<PropertyStatistics[]> & {
    searchable: string;
  };
  tags: Fact<{ key: string; count: number }[]>;
  /** Of a space that keeps its history. */
  maxVersion?: Fact<number>;
};
