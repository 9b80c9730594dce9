import { boxes } from './boxes.ts';
import { bulkPut } from './bulk-put.ts';
import { columns } from './columns/columns.ts';
import { facts, fileSize } from './facts.ts';
import { flood } from './flood.ts';
import { getFeature } from './get-feature.ts';
import { growthBulk } from './growth/bulk.ts';
import { growth } from './growth/growth.ts';
import { growthSearch } from './growth/search.ts';
import { importFile, importLarge } from './import.ts';
import { importOgr } from './import-ogr.ts';
import { instructions, instructionsWork } from './instructions.ts';
import { iterate } from './iterate.ts';
import { load } from './load.ts';
import { manySpaces } from './many-spaces.ts';
import { mixed } from './mixed.ts';
import { ogc } from './ogc.ts';
import { overview } from './overview.ts';
import { overviewBulk } from './overview-bulk.ts';
import { postgres } from './postgres.ts';
import { postgresBulk } from './postgres-bulk.ts';
import { postgresOverview } from './postgres-overview.ts';
import { processes } from './processes.ts';
import { rivals } from './rivals.ts';
import { search } from './search.ts';
import type { Measurement } from './setting.ts';
import { smallWrites } from './small-writes.ts';
import { startUp } from './start-up.ts';
import { studio } from './studio.ts';
import { studioMemory } from './studio-memory.ts';
import { postgresTileCost, tileCost } from './tile-cost.ts';
import { postgresTiles, vectorTiles } from './vector-tiles.ts';
import { largeVersions, postgresVersions, versions } from './versions.ts';

/** Everything that can be measured, under the names of the command line. */
export const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  'get-feature': getFeature,
  iterate,
  'bulk-put': bulkPut,
  import: importFile,
  'import-large': importLarge,
  'import-ogr': importOgr,
  mixed,
  'small-writes': smallWrites,
  search,
  columns,
  boxes,
  'vector-tiles': vectorTiles,
  rivals,
  ogc,
  overview,
  'overview-bulk': overviewBulk,
  'tile-cost': tileCost,
  postgres,
  'postgres-bulk': postgresBulk,
  'postgres-overview': postgresOverview,
  'postgres-tiles': postgresTiles,
  'postgres-tile-cost': postgresTileCost,
  versions,
  'large-versions': largeVersions,
  'postgres-versions': postgresVersions,
  growth,
  'growth-bulk': growthBulk,
  'growth-search': growthSearch,
  instructions,
  'instructions-work': instructionsWork,
  facts,
  load,
  flood,
  studio,
  'studio-memory': studioMemory,
  processes,
  'many-spaces': manySpaces,
  'start-up': startUp,
  'file-size': fileSize,
};

/** What takes so long that it is measured only when it is named. */
export const ONLY_BY_NAME: readonly string[] = [
  'import-large',
  'import-ogr',
  'large-versions',
  'many-spaces',
  'ogc',
  'processes',
  'rivals',
  'studio-memory',
];
