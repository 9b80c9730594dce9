import { NAMESPACE } from '../model/feature/feature.ts';
import type { FeaturePath } from '../model/query/query.ts';
import { isPartKey } from './inverted-index.ts';
import { isCellsKey } from './stored-cells.ts';

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
  /** Geometries that are no points, see `shape.ts`; none where there are too many decimals. */
  shape: 'shape',
} as const;

export const BOX_COLUMNS = [COLUMN.west, COLUMN.south, COLUMN.east, COLUMN.north] as const;

const OWN_KEYS: ReadonlySet<string> = new Set(Object.values(COLUMN));

/** How many of these columns are of properties. */
export function countProperties(keys: Iterable<string>): number {
  let count = 0;
  for (const key of keys) if (isOfProperty(key)) count++;
  return count;
}

function isOfProperty(key: string): boolean {
  return !OWN_KEYS.has(key) && !isPartKey(key) && !isCellsKey(key);
}

const NAMESPACE_START = JSON.stringify([NAMESPACE]).slice(0, -1);

/** Whether a column has something that users have written below `properties`, not the hub. */
export function isOfUser(key: string): boolean {
  return isOfProperty(key) && key !== `${NAMESPACE_START}]` && !key.startsWith(`${NAMESPACE_START},`);
}

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
