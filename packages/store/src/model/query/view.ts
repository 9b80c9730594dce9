import { datahubCoordinates, force2D, type Geometry } from '@meridian/geo';
import { crsOfCode, toCrs } from '@meridian/geo/crs';
import {
  type FeatureText,
  geometryText,
  ownPropertiesText,
  parseGeometry,
  propertiesText,
} from '../feature/feature-text.ts';
import { isObject, type JsonObject, own, setOwn, valueAt } from '../json/own.ts';
import { StoredFeature } from './match.ts';
import type { FeatureView, SelectedPath } from './query.ts';

/** True where stored texts can be passed on as they are, without looking inside. */
export function isPlainView(view: FeatureView): boolean {
  const { selection, hidesNamespace, force2D, coordinates, crs, clip, viz } = view;
  return (
    !selection &&
    !hidesNamespace &&
    !force2D &&
    coordinates !== 'datahub' &&
    crs === undefined &&
    !clip &&
    !viz
  );
}

/** The text of a stored row as a view asks for it that takes geometries as they are. */
export function showRow(
  row: FeatureText & { id: string; hasZ: number | boolean },
  view: FeatureView,
): string {
  if (isPlainView(view)) return row.text;
  return showFeature(new StoredFeature(row.id, row), view, Boolean(row.hasZ));
}

/** The text of a feature as the view asks for it; `changed` stands in for its geometry. */
export function showFeature(
  feature: StoredFeature,
  view: FeatureView,
  hasZ: boolean,
  changed?: Geometry,
): string {
  const head = feature.text.text.slice(0, feature.text.geometryStart);
  const geometry = showGeometry(feature, view, hasZ, changed);
  if (!view.selection) {
    const rest = feature.text.text.slice(feature.text.propertiesEnd);
    const properties = (view.hidesNamespace ? ownPropertiesText : propertiesText)(feature.text);
    return `${head}${geometry},"properties":${properties}${rest}`;
  }
  const { properties, foreign } = select(feature, view.selection);
  const tail = JSON.stringify(foreign);
  return `${head}${geometry},"properties":${JSON.stringify(properties)}${tail === '{}' ? '}' : `,${tail.slice(1)}`}`;
}

function showGeometry(
  feature: StoredFeature,
  view: FeatureView,
  hasZ: boolean,
  changed: Geometry | undefined,
): string {
  if (view.crs !== undefined) return projected(changed ?? parseGeometry(feature.text), view.crs);
  const adapt = view.force2D
    ? hasZ
      ? force2D
      : undefined
    : view.coordinates === 'datahub'
      ? datahubCoordinates
      : undefined;
  if (!adapt) return changed ? JSON.stringify(changed) : geometryText(feature.text);
  const geometry = changed ?? parseGeometry(feature.text);
  return geometry === null ? 'null' : JSON.stringify(adapt(geometry));
}

function projected(geometry: Geometry | null, code: number): string {
  const crs = crsOfCode(code);
  if (!crs) throw new TypeError(`there is no coordinate reference system EPSG:${code}`);
  return JSON.stringify(geometry && toCrs(geometry, crs));
}

/** Members that are on every feature whatever the selection says. */
const ALWAYS = new Set(['id', 'type', 'geometry']);

/** So few properties are found sooner in the text than by parsing all of them. */
const FEW = 2;

export function select(feature: StoredFeature, selection: readonly SelectedPath[]) {
  const properties: JsonObject = {};
  const foreign: JsonObject = {};
  const isFew = selection.length <= FEW;
  for (const { root, path } of selection) {
    const name = path[0]!;
    if (root === 'properties' && isFew) copyValue(feature.propertyAt(path), path, properties);
    else if (root === 'properties') copyPath(feature.properties, path, properties);
    else if (name === 'properties') {
      if (path.length === 1) copyAll(feature.properties, properties);
      else copyPath(feature.properties, path.slice(1), properties);
    } else if (Object.hasOwn(feature.foreign, name)) copyPath(feature.foreign, path, foreign);
    else if (!ALWAYS.has(name)) copyPath(feature.properties, path, properties);
  }
  return { properties, foreign };
}

function copyAll(from: JsonObject, to: JsonObject): void {
  for (const name of Object.keys(from)) setOwn(to, name, from[name]);
}

/** Copies the value at a path, with the objects that lead to it: a.b of {a:{b:1,c:2}} → {a:{b:1}}. */
function copyPath(from: JsonObject, path: readonly string[], to: JsonObject): void {
  copyValue(valueAt(from, path), path, to);
}

function copyValue(value: unknown, path: readonly string[], to: JsonObject): void {
  if (value === undefined) return;
  let target = to;
  for (const name of path.slice(0, -1)) {
    const next = own(target, name);
    if (isObject(next)) target = next;
    else {
      const made: JsonObject = {};
      setOwn(target, name, made);
      target = made;
    }
  }
  setOwn(target, path.at(-1)!, value);
}
