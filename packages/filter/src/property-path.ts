import { GEOMETRY_NAME, ID_NAME } from './expression.ts';

const ROOT = 'properties';

/**
 * Where a name leads below `properties`: `address.street` → address, street. `properties.id` is the property of that
 * name, where `id` alone is the id of the feature. Undefined for `id` and `geometry`, which are no properties.
 */
export function propertyPath(name: string): readonly string[] | undefined {
  if (name === GEOMETRY_NAME || name === ID_NAME) return undefined;
  const path = name.split('.');
  return path.length > 1 && path[0] === ROOT ? path.slice(1) : path;
}
