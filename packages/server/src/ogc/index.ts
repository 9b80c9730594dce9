import type { Operation } from '../http/operation.ts';
import { getOgcApi } from './api.get.ts';
import { getOgcCollection } from './collection.get.ts';
import { getOgcCollections } from './collections.get.ts';
import { getOgcConformance } from './conformance.get.ts';
import { getOgcFunctions } from './functions.get.ts';
import { getOgcPageStyles } from './html/page-styles.get.ts';
import { deleteOgcItem } from './item.delete.ts';
import { getOgcItem } from './item.get.ts';
import { optionsOgcItem } from './item.options.ts';
import { patchOgcItem } from './item.patch.ts';
import { putOgcItem } from './item.put.ts';
import { getOgcItems } from './items.get.ts';
import { optionsOgcItems } from './items.options.ts';
import { postOgcItem } from './items.post.ts';
import { getOgcLanding } from './landing.get.ts';
import { getOgcQueryables } from './queryables.get.ts';
import { getOgcSchema } from './schema.get.ts';
import { getOgcSortables } from './sortables.get.ts';
import { getOgcCollectionStyle } from './styles/collection-style.get.ts';
import { getOgcCollectionStyles } from './styles/collection-styles.get.ts';
import { getOgcSprite } from './styles/sprite.get.ts';
import { getOgcStyle } from './styles/style.get.ts';
import { getOgcStyleMetadata } from './styles/style-metadata.get.ts';
import { getOgcStyles } from './styles/styles.get.ts';
import { getOgcTile } from './tiles/tile.get.ts';
import { getOgcTileMatrixSet, getOgcTileMatrixSets } from './tiles/tile-matrix-sets.get.ts';
import { getOgcTileset, getOgcTilesets } from './tiles/tilesets.get.ts';

/** Every operation of the OGC API. */
export const OGC_OPERATIONS: readonly Operation[] = [
  getOgcLanding,
  getOgcConformance,
  getOgcApi(() => OGC_OPERATIONS),
  getOgcPageStyles,
  getOgcFunctions,
  getOgcCollections,
  getOgcCollection,
  getOgcQueryables,
  getOgcSchema,
  getOgcSortables,
  getOgcItems,
  optionsOgcItems,
  postOgcItem,
  getOgcItem,
  optionsOgcItem,
  putOgcItem,
  patchOgcItem,
  deleteOgcItem,
  getOgcTileMatrixSets,
  getOgcTileMatrixSet,
  getOgcTilesets,
  getOgcTileset,
  getOgcTile,
  getOgcCollectionStyles,
  getOgcCollectionStyle,
  getOgcStyles,
  getOgcStyle,
  getOgcStyleMetadata,
  getOgcSprite,
];
