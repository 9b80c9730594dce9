import type { Feature as AnyFeature, Geometry } from 'geojson';

/** A `<MultiGeometry>` of lines only is a MultiLineString, as other programs read it, and not a collection. */
export function withMultiGeometry(feature: AnyFeature): AnyFeature {
  return feature.geometry === null ? feature : { ...feature, geometry: multi(feature.geometry) };
}

function multi(geometry: Geometry): Geometry {
  if (geometry.type !== 'GeometryCollection' || geometry.geometries.length === 0) return geometry;
  const { geometries } = geometry;
  const [first] = geometries;
  if (first === undefined || !geometries.every(({ type }) => type === first.type)) return geometry;
  if (first.type !== 'Point' && first.type !== 'LineString' && first.type !== 'Polygon') return geometry;
  const coordinates = geometries.map((one) => (one as typeof first).coordinates);
  return { type: `Multi${first.type}`, coordinates } as Geometry;
}
