import { QUAD_DIGITS } from '../tile-id-form.ts';
import type { TileMatrixSet } from '../tile-matrix-set.ts';
import { WEB_MERCATOR_QUAD } from './web-mercator-quad.ts';

/** The tiles of `web` by their quadkeys. A quadkey has at least one digit, so none names the whole world. */
export const quadkey = {
  ...WEB_MERCATOR_QUAD,
  id: 'quadkey',
  types: ['quadkeys', 'quadkey'],
  idForms: [QUAD_DIGITS],
  rowsGrow: 'south',
} as const satisfies TileMatrixSet;
