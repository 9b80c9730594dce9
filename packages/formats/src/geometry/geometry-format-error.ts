/** A geometry that can't be read from WKT or WKB; becomes a refused record. */
export class GeometryFormatError extends Error {}
