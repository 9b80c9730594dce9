import { bulkPut } from './bulk-put.ts';
import { facts, fileSize } from './facts.ts';
import { getFeature } from './get-feature.ts';
import { importFile } from './import.ts';
import { iterate } from './iterate.ts';
import { mixed } from './mixed.ts';
import { search } from './search.ts';
import type { Measurement } from './setting.ts';
import { smallWrites } from './small-writes.ts';
import { startUp } from './start-up.ts';

/** Everything that can be measured, under the names of the command line. */
export const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  'get-feature': getFeature,
  iterate,
  'bulk-put': bulkPut,
  import: importFile,
  mixed,
  'small-writes': smallWrites,
  search,
  facts,
  'start-up': startUp,
  'file-size': fileSize,
};
