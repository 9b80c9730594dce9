import { type Geometry, GeometryError, hexCellOutline, inspectGeometry } from '@meridian/geo';
import { invalid, isObject } from '@meridian/store';

/** The geometry that a body is, or as a Feature has. */
export function readShape(body: unknown): Geometry {
  const isFeature = isObject(body) && body.type === 'Feature';
  const geometry = isFeature ? body.geometry : body;
  if (!isObject(geometry))
    throw invalid(
      isFeature
        ? 'the Feature in the request body has no geometry'
        : 'the request body must be a GeoJSON geometry or a Feature with one',
    );
  try {
    inspectGeometry(geometry, isFeature ? 'geometry' : 'body');
  } catch (error) {
    if (error instanceof GeometryError) throw invalid(error.message);
    throw error;
  }
  return geometry as unknown as Geometry;
}

/** The outline of an H3 cell. */
export function cellShape(index: string): Geometry {
  const outline = hexCellOutline(index);
  if (!outline)
    throw invalid(
      `h3Index must be the index of an H3 cell, such as 871f1d489ffffff, not ${JSON.stringify(index)}`,
    );
  return outline;
}
