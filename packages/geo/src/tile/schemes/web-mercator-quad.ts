import { WEB_MERCATOR } from '../tile-projection.ts';

/** The division of the world that `web`, `tms` and `quadkey` share. */
export const WEB_MERCATOR_QUAD = {
  projection: WEB_MERCATOR,
  isWebMercatorQuad: true,
  minZoom: 0,
  columnsAt: (zoom: number) => 2 ** zoom,
  rowsAt: (zoom: number) => 2 ** zoom,
} as const;
