import { GEOMETRY_TYPES } from '@meridian/geo';

/** The number a geometry type is stored as; 0 = no geometry. */
export function geometryTypeCode(type: string | undefined): number {
  return type === undefined ? 0 : GEOMETRY_TYPES.indexOf(type as never) + 1;
}
