/** Where the name of a country stands: in the middle of its largest part. */
export function labelPoint(
  geometry: GeoJSON.Geometry,
  properties: GeoJSON.GeoJsonProperties,
): GeoJSON.Feature | undefined {
  const polygons =
    geometry.type === 'MultiPolygon'
      ? geometry.coordinates
      : geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : [];
  let best: { size: number; at: [number, number] } | undefined;
  for (const [outer] of polygons) {
    const middle = centroid(outer!);
    if (!best || middle.size > best.size) best = middle;
  }
  if (!best) return undefined;
  return {
    type: 'Feature',
    properties: { name: properties?.name as unknown, size: best.size },
    geometry: { type: 'Point', coordinates: best.at },
  };
}

function centroid(ring: GeoJSON.Position[]): { size: number; at: [number, number] } {
  let [area, x, y] = [0, 0, 0];
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1, y1] = ring[i] as [number, number];
    const [x2, y2] = ring[i + 1] as [number, number];
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  }
  const [first] = ring as [[number, number]];
  return area === 0 ? { size: 0, at: first } : { size: Math.abs(area), at: [x / (3 * area), y / (3 * area)] };
}
