import geographiclib from 'geographiclib-geodesic';

type Point = readonly [longitude: number, latitude: number];

const { Geodesic } = geographiclib;

/** The length of a line in metres: along the shortest way on the ellipsoid (WGS 84) between its vertices. */
export function lengthOf(line: readonly Point[]): number {
  return line
    .slice(1)
    .reduce(
      (sum, [longitude, latitude], i) =>
        sum + Geodesic.WGS84.Inverse(line[i]![1], line[i]![0], latitude, longitude, Geodesic.DISTANCE).s12!,
      0,
    );
}

/** The area of a ring in square metres, whichever way it goes around; its edges are the shortest ways on the ellipsoid. */
export function areaOf(ring: readonly Point[]): number {
  const polygon = Geodesic.WGS84.Polygon(false);
  for (const [longitude, latitude] of ring) polygon.AddPoint(latitude, longitude);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}
