import type { Geometry } from '@meridian/geo/geojson';
import { checkFeature, refuse } from '../check.ts';
import type { Place, ReadRecord } from '../feature.ts';
import { parseJson, setMember } from '../json.ts';
import { type ColumnRole, NAMESPACE } from './column-names.ts';

/** A value of a row with the role of its column. JSON columns are given as text. */
export type Cell = { role: ColumnRole; value: unknown; isJson: boolean };

/** The feature of a row (column-names.ts). Undefined values are absent properties. */
export function featureOfRow(cells: Iterable<Cell>, geometry: Geometry | null, place: Place): ReadRecord {
  const properties: Record<string, unknown> = {};
  let namespace: Record<string, unknown> | undefined;
  let root: Record<string, unknown> = {};
  let id: unknown;
  for (const { role, value: given, isJson } of cells) {
    if (given === undefined) continue;
    let value: unknown = given;
    if ((isJson || role === 'namespace' || role === 'root') && typeof given === 'string') {
      try {
        value = parseJson(given);
      } catch {
        return refuse(
          place,
          `${typeof role === 'string' ? role : role.property} is not valid JSON`,
          textOf(id),
        );
      }
    }
    if (role === 'id') id = value === null || value === '' ? undefined : value;
    else if (role === 'tags') {
      if (typeof value === 'string') namespace = { ...namespace, tags: value === '' ? [] : value.split(',') };
    } else if (role === 'namespace') {
      if (isObject(value)) namespace = { ...value, ...namespace };
    } else if (role === 'root') {
      if (isObject(value)) root = value;
    } else setMember(properties, role.property, value);
  }
  if (namespace !== undefined) properties[NAMESPACE] = namespace;
  const feature = { ...root, type: 'Feature', geometry, properties };
  return checkFeature(id === undefined ? feature : { ...feature, id }, place);
}

function textOf(id: unknown): string | undefined {
  return id === undefined ? undefined : String(id);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
