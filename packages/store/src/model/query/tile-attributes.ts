import { type FlatProperties, isTakenApart } from '@meridian/geo';
import { NAMESPACE } from '../feature/feature.ts';
import { isObject, type JsonObject, setOwn } from '../json/own.ts';
import type { StoredFeature } from './match.ts';
import type { SelectedPath } from './query.ts';
import { select } from './view.ts';

/** Attributes that tiles have of their own. */
const OWN_NAMES = new Set(['id', 'point_count']);

/** Longer texts are no attributes, unless they are asked for. */
export const LONGEST_TEXT = 256;

/**
 * The properties of a feature as attributes of a tile that a map shows: those that are selected, or those that say something
 * on a map, or with `isWhole` all. Members of objects have the dotted names that filters use; lists are JSON text, and so are
 * objects of a very long name.
 */
export function tileAttributes(
  feature: StoredFeature,
  selection: readonly SelectedPath[] | undefined,
  isWhole: boolean,
): FlatProperties {
  const attributes: FlatProperties = {};
  const longest = selection || isWhole ? Infinity : LONGEST_TEXT;
  const add = (properties: JsonObject, prefix: string) => {
    for (const key of Object.keys(properties)) {
      const name = prefix + key;
      const value = properties[key];
      if (isObject(value) && isTakenApart(name)) {
        if (name !== NAMESPACE || selection || isWhole) add(value, `${name}.`);
      } else if (value !== null && value !== undefined && !OWN_NAMES.has(name)) {
        const shown = isScalar(value) ? value : JSON.stringify(value);
        if (typeof shown !== 'string' || shown.length <= longest) setOwn(attributes, name, shown);
      }
    }
  };
  add(selection ? select(feature, selection).properties : feature.properties, '');
  return attributes;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
