import { NAMESPACE } from '../model/feature/feature.ts';
import type { FeaturePath } from '../model/query/query.ts';

/** Columns that are no properties. Those of properties are named by the JSON text of their path. */
export const COLUMN = {
  position: 'position',
  id: 'id',
  geometryType: 'type',
  west: 'west',
  south: 'south',
  /** Only where they differ from west and south: points have none. */
  east: 'east',
  north: 'north',
} as const;

export const BOX_COLUMNS = [COLUMN.west, COLUMN.south, COLUMN.east, COLUMN.north] as const;

export function propertyKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

export const TAGS_COLUMN = propertyKey([NAMESPACE, 'tags']);

/** The name of the column that has what is at a path; undefined where there can't be one. */
export function columnKey({ root, path }: FeaturePath): string | undefined {
  if (root === 'properties') return propertyKey(path);
  const [name, ...rest] = path;
  switch (name) {
    case 'id':
      return rest.length === 0 ? COLUMN.id : undefined;
    case 'createdAt':
    case 'updatedAt':
    case 'tags':
      return propertyKey([NAMESPACE, ...path]);
    case 'geometry':
      return rest.length === 1 && rest[0] === 'type' ? COLUMN.geometryType : undefined;
    case 'properties':
      return rest.length > 0 ? propertyKey(rest) : undefined;
    default:
      return undefined;
  }
}
