import type { Operation } from './http/operation.ts';
import { countFeatures } from './hub/count.get.ts';
import { deleteFeature } from './hub/feature.delete.ts';
import { getFeature } from './hub/feature.get.ts';
import { putNewFeature } from './hub/feature.new.put.ts';
import { patchFeature } from './hub/feature.patch.ts';
import { putFeature } from './hub/feature.put.ts';
import { deleteFeatures } from './hub/features.delete.ts';
import { getFeatures } from './hub/features.get.ts';
import { postFeatures } from './hub/features.post.ts';
import { putFeatures } from './hub/features.put.ts';
import { getHub } from './hub/hub.get.ts';
import { iterateFeatures } from './hub/iterate.get.ts';
import { searchFeatures } from './hub/search.get.ts';
import { deleteSpace } from './hub/space.delete.ts';
import { getSpace } from './hub/space.get.ts';
import { updateSpace } from './hub/space.patch.ts';
import { listSpaces } from './hub/spaces.get.ts';
import { createSpace } from './hub/spaces.post.ts';
import { getStatistics } from './hub/statistics.get.ts';

/** Every operation of the hub interface: what is not here does not exist. */
export const HUB_OPERATIONS: readonly Operation[] = [
  getHub,
  listSpaces,
  createSpace,
  getSpace,
  updateSpace,
  deleteSpace,
  getFeatures,
  getFeature,
  searchFeatures,
  iterateFeatures,
  countFeatures,
  getStatistics,
  putFeatures,
  postFeatures,
  deleteFeatures,
  putNewFeature,
  putFeature,
  patchFeature,
  deleteFeature,
];
