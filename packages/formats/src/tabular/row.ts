import type { Geometry } from '@meridian/geo/geojson';
import { checkFeature, refuse } from '../check.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { withoutHeights } from '../geometry/heights.ts';
import { parseJson, setMember } from '../json.ts';
import { type ColumnRole, NAMESPACE } from './column-names.ts';

/** A value of a row with the role of its column. JSON columns are given as text. */
export type Cell = { role: ColumnRole; value: unknown; isJson: boolean };

/** The feature of a row (column-names.ts). Undefined values are absent properties. */
export function featureOfRow(
  cells: Iterable<Cell>,
  geometry: Geometry | null,
  location: SourceLocation,
): ReadRecord {
  const properties: Record<string, unknown> = {};
  let namespace: Record<string, unknown> | undefined;
  let root: Record<string, unknown> = {};
  let id: unknown;
  let isFlat = false;
  for (const { role, value: given, isJson } of cells) {
    if (given === undefined) continue;
    let value: unknown = given;
    if ((isJson || JSON_ROLES.has(role)) && typeof given === 'string') {
      try {
        value = parseJson(given);
      } catch {
        return refuse(
          location,
          `${typeof role === 'string' ? role : role.property} is not valid JSON`,
          textOf(id),
        );
      }
    }
    if (typeof role === 'object') setMember(properties, role.property, value);
    else if (role === 'id') id = value === null || value === '' ? undefined : value;
    else if (role === 'tags') {
      if (typeof value === 'string') namespace = { ...namespace, tags: value === '' ? [] : value.split(',') };
    } else if (role === 'flat') isFlat = value === true;
    else if (role === 'nulls') {
      for (const name of Array.isArray(value) ? value : []) setMember(properties, String(name), null);
    } else if (!isObject(value)) continue;
    else if (role === 'namespace') namespace = { ...value, ...namespace };
    else if (role === 'root') root = value;
    else if (role === 'properties')
      for (const [name, member] of Object.entries(value)) setMember(properties, name, member);
  }
  if (namespace !== undefined) properties[NAMESPACE] = namespace;
  const shape = isFlat && geometry !== null ? withoutHeights(geometry) : geometry;
  const feature = { ...root, type: 'Feature', geometry: shape, properties };
  return checkFeature(id === undefined ? feature : { ...feature, id }, location);
}

const JSON_ROLES: ReadonlySet<ColumnRole> = new Set<ColumnRole>(['namespace', 'root', 'nulls', 'properties']);

function textOf(id: unknown): string | undefined {
  return id === undefined ? undefined : String(id);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
