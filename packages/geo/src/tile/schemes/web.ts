import { TILE_NUMBERS } from '../tile-id-form.ts';
import type { TileMatrixSet } from '../tile-matrix-set.ts';
import { WEB_MERCATOR_QUAD } from './web-mercator-quad.ts';

/** The tiles of map libraries ("XYZ", "slippy map"). */
export const web = {
  ...WEB_MERCATOR_QUAD,
  id: 'web',
  types: ['web'],
  idForms: [TILE_NUMBERS],
  rowsGrow: 'south',
} as const satisfies TileMatrixSet;
