import { latitudeAt, mercatorDegree, mercatorY } from './web-mercator.ts';

/** How a map shows latitudes. Longitudes are evenly spaced from -180 to 180 in all tile schemes. */
export type TileProjection = {
  /** The row of a latitude, southwards from the northern edge of the map, in widths of the world. */
  rowAt(latitude: number): number;
  latitudeAt(row: number): number;
  /** How many widths of the world a degree of latitude is high at a latitude; the further from the equator the more, or everywhere as much. */
  degreeAt(latitude: number): number;
};

export const WEB_MERCATOR: TileProjection = { rowAt: mercatorY, latitudeAt, degreeAt: mercatorDegree };

/** A degree of latitude is as high as a degree of longitude is wide. */
export const EQUIRECTANGULAR: TileProjection = {
  rowAt: (latitude) => (90 - latitude) / 360,
  latitudeAt: (row) => 90 - row * 360,
  degreeAt: () => 1 / 360,
};
