import { QUAD_DIGITS, TILE_NUMBERS } from '../tile-id-form.ts';
import type { TileMatrixSet } from '../tile-matrix-set.ts';
import { EQUIRECTANGULAR } from '../tile-projection.ts';

/**
 * The HERE tiling scheme: tiles are as high as they are wide in degrees, and the world is half as high as it is wide.
 * So there is no level 0, whose one tile would be half empty.
 */
export const here = {
  id: 'here',
  types: ['here'],
  idForms: [QUAD_DIGITS, TILE_NUMBERS],
  projection: EQUIRECTANGULAR,
  isWebMercatorQuad: false,
  minZoom: 1,
  rowsGrow: 'north',
  columnsAt: (zoom) => 2 ** zoom,
  rowsAt: (zoom) => 2 ** (zoom - 1),
} as const satisfies TileMatrixSet;
