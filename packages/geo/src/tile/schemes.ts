import { QUAD_DIGITS, TILE_NUMBERS } from './tile-id-form.ts';
import type { TileMatrixSet } from './tile-matrix-set.ts';
import { EQUIRECTANGULAR, WEB_MERCATOR } from './tile-projection.ts';

/** The division of the world that `web`, `tms` and `quadkey` share. */
const WEB_MERCATOR_QUAD = {
  projection: WEB_MERCATOR,
  isWebMercatorQuad: true,
  minZoom: 0,
  columnsAt: (zoom: number) => 2 ** zoom,
  rowsAt: (zoom: number) => 2 ** zoom,
} as const;

/** The tiles of `web` by their quadkeys. A quadkey has at least one digit, so none names the whole world. */
const quadkey = {
  ...WEB_MERCATOR_QUAD,
  id: 'quadkey',
  types: ['quadkeys', 'quadkey'],
  idForms: [QUAD_DIGITS],
  rowsGrow: 'south',
} as const;

/** The tiles of map libraries ("XYZ", "slippy map"). */
const web = {
  ...WEB_MERCATOR_QUAD,
  id: 'web',
  types: ['web'],
  idForms: [TILE_NUMBERS],
  rowsGrow: 'south',
} as const;

/** The tiles of `web` as OSGeo's Tile Map Service counts them, from the south. */
const tms = {
  ...WEB_MERCATOR_QUAD,
  id: 'tms',
  types: ['tms'],
  idForms: [TILE_NUMBERS],
  rowsGrow: 'north',
} as const;

/**
 * The HERE tiling scheme: tiles are as high as they are wide in degrees, and the world is half as high as it is wide.
 * So there is no level 0, whose one tile would be half empty.
 */
const here = {
  id: 'here',
  types: ['here'],
  idForms: [QUAD_DIGITS, TILE_NUMBERS],
  projection: EQUIRECTANGULAR,
  isWebMercatorQuad: false,
  minZoom: 1,
  rowsGrow: 'north',
  columnsAt: (zoom: number) => 2 ** zoom,
  rowsAt: (zoom: number) => 2 ** (zoom - 1),
} as const;

/** Every tile scheme there is: a new one is a value in this file. */
export const SCHEMES = [quadkey, web, tms, here] as const satisfies readonly TileMatrixSet[];
