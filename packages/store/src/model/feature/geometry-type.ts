import { GEOMETRY_TYPES } from '@meridian/geo';

/** The number a geometry type is stored as; 0 = no geometry. */
export function geometryTypeCode(type: string | undefined): number {
  return type === undefined ? 0 : GEOMETRY_TYPES.indexOf(type as never) + 1;
}

/**
 * Of what is of one piece. Where its box meets another and reaches over it in one direction only, it meets that box: it is on both
 * sides of the edge or wholly between, and nowhere beside.
 */
export const ONE_PIECE: readonly number[] = ['Point', 'LineString', 'Polygon'].map(geometryTypeCode);
