import type { Operation } from '../http/operation.ts';
import { getAggregate } from '../hub/aggregate.get.ts';
import { getBox } from '../hub/bbox.get.ts';
import { getChangeset } from '../hub/changeset.get.ts';
import { listChangesets } from '../hub/changesets.get.ts';
import { countFeatures } from '../hub/count.get.ts';
import { getFeature } from '../hub/feature.get.ts';
import { getFeatures } from '../hub/features.get.ts';
import { getHistory } from '../hub/history.get.ts';
import { getHistoryStatistics } from '../hub/history.statistics.get.ts';
import { iterateFeatures } from '../hub/iterate.get.ts';
import { searchFeatures } from '../hub/search.get.ts';
import { getSpatial } from '../hub/spatial.get.ts';
import { getStatistics } from '../hub/statistics.get.ts';
import { getTile, getTileByNumbers } from '../hub/tile.get.ts';
import { getTileJson } from '../hub/tile-json.get.ts';
import { getOgcItem } from '../ogc/item.get.ts';
import { getOgcItems } from '../ogc/items.get.ts';
import { getOgcTile } from '../ogc/tiles/tile.get.ts';

/** What a process that reads responds to by itself: reads of features, which change nothing. All else is for the main process. */
export const LOCAL_OPERATIONS: readonly Operation[] = [
  getFeatures,
  getFeature,
  searchFeatures,
  getBox,
  getTile,
  getTileByNumbers,
  getTileJson,
  getSpatial,
  iterateFeatures,
  countFeatures,
  getAggregate,
  getStatistics,
  listChangesets,
  getChangeset,
  getHistory,
  getHistoryStatistics,
  getOgcItems,
  getOgcItem,
  getOgcTile,
];
