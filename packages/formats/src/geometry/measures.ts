/** GeoJSON whose positions have more than three numbers: RFC 7946 lets readers ignore the others. */
export function hasMeasures(geometry: unknown): boolean {
  if (!isObject(geometry)) return false;
  const { coordinates, geometries } = geometry;
  return Array.isArray(geometries) ? geometries.some(hasMeasures) : isMeasured(coordinates);
}

/** The same geometry with the first three numbers of each position. */
export function withoutMeasures(geometry: unknown): unknown {
  if (!isObject(geometry)) return geometry;
  const { coordinates, geometries } = geometry;
  return Array.isArray(geometries)
    ? { ...geometry, geometries: geometries.map(withoutMeasures) }
    : { ...geometry, coordinates: cut(coordinates) };
}

function isMeasured(items: unknown): boolean {
  if (!Array.isArray(items)) return false;
  return typeof items[0] === 'number' ? items.length > 3 : items.some(isMeasured);
}

function cut(items: unknown): unknown {
  if (!Array.isArray(items)) return items;
  return typeof items[0] === 'number' ? items.slice(0, 3) : items.map(cut);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
