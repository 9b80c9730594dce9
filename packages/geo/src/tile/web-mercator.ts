/** Beyond this latitude lies nothing of the square that Web Mercator tiles divide. */
export const MERCATOR_LATITUDE = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;

const RADIANS = Math.PI / 180;
/** The poles are infinitely far away; this one is far enough to be outside of every tile and still a number. */
const LAST_SINE = Math.sin(89.9999 * RADIANS);

/** Column of a longitude on the unit square of the world: 0 at -180, 1 at 180. */
export function mercatorX(longitude: number): number {
  return (longitude + 180) / 360;
}

/** Row of a latitude on the unit square, southwards: 0 at 85.0511, 1 at -85.0511, finite also at the poles. */
export function mercatorY(latitude: number): number {
  const sine = Math.sin(latitude * RADIANS);
  const bounded = sine > LAST_SINE ? LAST_SINE : sine < -LAST_SINE ? -LAST_SINE : sine;
  return 0.5 - (0.25 * Math.log((1 + bounded) / (1 - bounded))) / Math.PI;
}

/** How high a degree of latitude is on the unit square at a latitude, which is no pole. */
export function mercatorDegree(latitude: number): number {
  return 1 / (360 * Math.cos(latitude * RADIANS));
}

export function longitudeAt(x: number): number {
  return x * 360 - 180;
}

export function latitudeAt(y: number): number {
  return Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / RADIANS;
}
