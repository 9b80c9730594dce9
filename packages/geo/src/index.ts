export { type BBox, emptyBBox, extend, isEmptyBBox } from './bbox.ts';
export { datahubCoordinates } from './datahub-coordinates.ts';
export { force2D } from './force-2d.ts';
export { GEOMETRY_TYPES, type Geometry, type GeometryType, type Position } from './geojson.ts';
export { GeometryError, type GeometryFacts, inspectGeometry } from './inspect.ts';
