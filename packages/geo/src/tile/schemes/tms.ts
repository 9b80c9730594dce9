import { TILE_NUMBERS } from '../tile-id-form.ts';
import type { TileMatrixSet } from '../tile-matrix-set.ts';
import { WEB_MERCATOR_QUAD } from './web-mercator-quad.ts';

/** The tiles of `web` as OSGeo's Tile Map Service counts them, from the south. */
export const tms = {
  ...WEB_MERCATOR_QUAD,
  id: 'tms',
  types: ['tms'],
  idForms: [TILE_NUMBERS],
  rowsGrow: 'north',
} as const satisfies TileMatrixSet;
