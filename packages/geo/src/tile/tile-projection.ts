import { latitudeAt, mercatorY } from './web-mercator.ts';

/** How a map shows latitudes. Longitudes are evenly spaced from -180 to 180 in all tile schemes. */
export type TileProjection = {
  /** The row of a latitude, southwards from the northern edge of the map, in widths of the world. */
  rowAt(latitude: number): number;
  latitudeAt(row: number): number;
};

export const WEB_MERCATOR: TileProjection = { rowAt: mercatorY, latitudeAt };

/** A degree of latitude is as high as a degree of longitude is wide. */
export const EQUIRECTANGULAR: TileProjection = {
  rowAt: (latitude) => (90 - latitude) / 360,
  latitudeAt: (row) => 90 - row * 360,
};
