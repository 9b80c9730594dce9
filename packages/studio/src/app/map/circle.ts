const EARTH_RADIUS = 6371008.8;
const toRadians = Math.PI / 180;

type Point = [longitude: number, latitude: number];

/** Metres on the sphere: what is drawn is a hint, the hub measures exactly. */
export function distance([x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [(x2 - x1) * toRadians, (y2 - y1) * toRadians];
  const h =
    Math.sin(dy / 2) ** 2 + Math.cos(y1 * toRadians) * Math.cos(y2 * toRadians) * Math.sin(dx / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

const CORNERS = 72;

/** The circle of this many metres around a point. */
export function circleRing([longitude, latitude]: Point, radius: number): Point[] {
  const angle = radius / EARTH_RADIUS;
  const [sin, cos] = [Math.sin(latitude * toRadians), Math.cos(latitude * toRadians)];
  return Array.from({ length: CORNERS }, (_, index) => {
    const bearing = (index / CORNERS) * 2 * Math.PI;
    const y = Math.asin(sin * Math.cos(angle) + cos * Math.sin(angle) * Math.cos(bearing));
    const x = Math.atan2(Math.sin(bearing) * Math.sin(angle) * cos, Math.cos(angle) - sin * Math.sin(y));
    return [longitude + x / toRadians, y / toRadians];
  });
}
