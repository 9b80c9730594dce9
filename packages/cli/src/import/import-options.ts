import type { FormatId, ReadOptions, ServiceId } from '@meridian/formats/node';
import type { HubOptions } from '../connect.ts';
import type { DuplicateMode } from './duplicate-modes.ts';
import type { PrepareOptions } from './prepare.ts';
import type { SyncMode } from './sync/sync-modes.ts';

export type ImportOptions = HubOptions &
  PrepareOptions & {
    to: string;
    create?: boolean;
    title?: string;
    dryRun?: boolean;
    resume?: boolean;
    report?: string;
    /** The files are a folder, whose files are imported as they come. */
    watch?: boolean;
    /** The file grows: lines are imported as they come. */
    follow?: boolean;
    /** How often these look, in milliseconds. */
    every: number;
    tags?: string[];
    format?: FormatId;
    layer?: string;
    sheet?: string;
    encoding?: string;
    crs?: string;
    records?: string;
    /** CQL2: only features for which it holds. */
    where?: string;
    repair?: boolean;
    /** What is behind an address, if it does not tell. */
    service?: ServiceId | 'file';
    /** For the server of the address. */
    header?: ReadonlyMap<string, string>;
    /** The query whose rows are features. */
    sql?: string;
    onDuplicate: DuplicateMode;
    mode?: SyncMode;
    /** The property by which features are found in the space, instead of by their ids. */
    key?: string;
    /** Write although some features are refused. */
    allowRefused?: boolean;
    /** Delete without asking. */
    yes?: boolean;
    lon?: string;
    lat?: string;
    height?: string;
    /** False for `--no-geometry`. */
    geometry?: string | boolean;
    delimiter?: string;
    asText?: boolean;
    parallel: number;
    chunkFeatures?: number;
    retryTimeout: number;
  };

/** Options for the reader. */
export function readOptions(options: ImportOptions): ReadOptions {
  const {
    format,
    layer,
    sheet,
    encoding,
    crs,
    records,
    repair,
    lon,
    lat,
    height,
    geometry,
    delimiter,
    asText,
  } = options;
  return {
    ...(format !== undefined && { format }),
    ...(layer !== undefined && { layer }),
    ...(sheet !== undefined && { sheet }),
    ...(encoding !== undefined && { encoding }),
    ...(crs !== undefined && { crs }),
    ...(records !== undefined && { records }),
    ...(repair && { repair }),
    csv: {
      ...(lon !== undefined && { lon }),
      ...(lat !== undefined && { lat }),
      ...(height !== undefined && { height }),
      ...(typeof geometry === 'string' && { geometry }),
      ...(geometry === false && { allowNoGeometry: true }),
      ...(delimiter !== undefined && { delimiter: delimiter === 'tab' ? '\t' : delimiter }),
      ...(asText && { types: 'text' }),
    },
  };
}

/** What decides which records there are and what becomes of them: a resumed import must have the same. */
export function identityOf(options: ImportOptions): object {
  const { id, hashIds, rename, select, where, tags, service } = options;
  return {
    id,
    hashIds,
    service,
    rename: rename && [...rename],
    select,
    where,
    tags,
    read: readOptions(options),
  };
}
