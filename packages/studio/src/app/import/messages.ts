import type { FileContents, ReadOptions, Refusal, WriteFormatId } from '@meridian/formats';
import type { Selected } from '../table/selected.ts';

/** What is done with a file on its way into a space. */
export type ImportChoices = {
  read: Pick<ReadOptions, 'csv' | 'layer' | 'crs'>;
  /** The property that becomes the id. */
  idProperty?: string;
  /** Properties that are left out. */
  dropped: string[];
  /** Only these records, with new ids: others of the file have their ids. */
  withNewIds?: readonly number[];
};

/** A feature that was not taken, and what it is called, for those who know it by its name. */
export type RefusedFeature = Refusal & {
  name?: string;
  /** An earlier feature of the file has its id: it can be imported with another one. */
  isDuplicate?: boolean;
};

/** To the worker that reads and writes files. */
export type Task =
  | { kind: 'preview'; file: File; choices: ImportChoices }
  | {
      kind: 'import';
      file: File;
      choices: ImportChoices;
      space: string;
      tags: string[];
      /** What an earlier attempt has done: this one goes on from there. */
      earlier?: ImportResult;
    }
  | {
      kind: 'export';
      space: string;
      format: WriteFormatId;
      selected?: Selected;
      /** With what the hub notes of each feature, beside its tags. */
      withNotes: boolean;
    };

export type Preview = {
  format: string | undefined;
  features: GeoJSON.Feature[];
  refused: Refusal[];
  /** Whether there is nothing behind what was read. */
  isAll: boolean;
  /** Names of properties; of a table, of all its columns. */
  columns: string[];
  contents: FileContents;
  /** The system that coordinates were converted from; absent where they were longitude and latitude. */
  crs?: string | undefined;
  /** What the file does not say and was found out so far: `delimiter ";"`. */
  guessed: readonly string[];
  /** A table in which no column was found that says where things are. */
  needsCoordinates: boolean;
};

export type Progress = { sent: number; refusedCount: number; share: number };

export type ImportResult = {
  sent: number;
  refusedCount: number;
  refused: RefusedFeature[];
  wasStopped: boolean;
  /** Why it ended before the file did. */
  failure?: string;
  /** How many records of the file were read, and how many of them need not be sent again. */
  read: number;
  settled: number;
  /** What the file does not say and was found out, and what of it was left out. */
  guessed: readonly string[];
  /** Of the ids that features without one get. */
  idSeed: string;
};

/** To a worker that is at work. */
export type Order = 'stop' | 'pause' | 'resume' | 'signedIn';

/** From the worker. */
export type Message =
  | { kind: 'preview'; preview: Preview }
  | { kind: 'progress'; progress: Progress }
  /** The session has ended: the worker waits until it gets the message to resume. */
  | { kind: 'signedOut' }
  | { kind: 'imported'; result: ImportResult }
  | { kind: 'exporting'; count: number }
  | { kind: 'exported'; blob: Blob; count: number }
  | { kind: 'failed'; message: string };
