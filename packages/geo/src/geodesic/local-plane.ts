import geographiclib from 'geographiclib-geodesic';
import type { Position } from '../geojson.ts';
import { destination, RADIANS } from './ellipsoid.ts';

const { Geodesic } = geographiclib;

/** The plane, in metres east and north of a position, that keeps distances and directions from it (azimuthal equidistant). */
export class LocalPlane {
  readonly #longitude: number;
  readonly #latitude: number;

  constructor(longitude: number, latitude: number) {
    this.#longitude = longitude;
    this.#latitude = latitude;
  }

  toPlane([longitude, latitude]: Position): Position {
    const mask = Geodesic.DISTANCE | Geodesic.AZIMUTH;
    const way = Geodesic.WGS84.Inverse(this.#latitude, this.#longitude, latitude, longitude, mask);
    const azimuth = way.azi1! * RADIANS;
    return [way.s12! * Math.sin(azimuth), way.s12! * Math.cos(azimuth)];
  }

  toGlobe([x, y]: Position): Position {
    return destination(this.#longitude, this.#latitude, Math.atan2(x, y) / RADIANS, Math.hypot(x, y));
  }
}
