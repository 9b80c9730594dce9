import { AttributeScan, type FlatAttributes, isOwnName, isTakenApart } from '@meridian/geo';
import { NAMESPACE } from '../feature/feature.ts';
import type { FeatureText } from '../feature/feature-text.ts';
import { isObject, type JsonObject } from '../json/own.ts';
import type { StoredFeature } from './match.ts';
import type { SelectedPath } from './query.ts';
import { select } from './view.ts';

/** Longer texts are no attributes, unless they are asked for. */
export const LONGEST_TEXT = 256;

/**
 * The properties of a feature as attributes of a tile that a map shows: those that are selected, or those that say something
 * on a map, or with `isWhole` all. Members of objects have the dotted names that filters use; lists are JSON text, and so are
 * objects of a very long name. Good until the next ones are asked for.
 */
export function tileAttributes(
  feature: StoredFeature,
  selection: readonly SelectedPath[] | undefined,
  isWhole: boolean,
): FlatAttributes | AttributeScan {
  if (selection) return flatAttributes(select(feature, selection).properties, Infinity);
  if (isWhole) return flatAttributes(feature.properties, Infinity);
  return scannedAttributes(feature.text) ?? flatAttributes(withoutNamespace(feature), LONGEST_TEXT);
}

function flatAttributes(properties: JsonObject, longest: number): FlatAttributes {
  const attributes: (string | number | boolean)[] = [];
  const add = (members: JsonObject, prefix: string) => {
    for (const key of Object.keys(members)) {
      const name = prefix + key;
      const value = members[key];
      if (isObject(value) && isTakenApart(name)) add(value, `${name}.`);
      else if (value !== null && value !== undefined && !isOwnName(name)) {
        const shown = isScalar(value) ? value : JSON.stringify(value);
        if (typeof shown !== 'string' || shown.length <= longest) attributes.push(name, shown);
      }
    }
  };
  add(properties, '');
  return attributes;
}

function withoutNamespace({ properties }: StoredFeature): JsonObject {
  const { [NAMESPACE]: _, ...own } = properties;
  return own;
}

/** What says something on a map, from the text itself; undefined where that has to be parsed. */
function scannedAttributes({ text, propertiesStart, propertiesEnd }: FeatureText): AttributeScan | undefined {
  // To write part of a text takes longer than to write a short one whole.
  if (text.length <= MAX_WHOLE && written.write(text, 0) === text.length)
    return scan.scan(bytes, propertiesStart, propertiesEnd) ? scan : undefined;
  const length = propertiesEnd - propertiesStart;
  const room = 3 * length + SCAN_ROOM;
  const [into, scanned] = room <= bytes.length ? [written, bytes] : newBytes(room);
  return scan.scan(scanned, 0, into.write(text.slice(propertiesStart, propertiesEnd), 0)) ? scan : undefined;
}

/** In UTF-16 units, of which none takes more than three bytes. */
const MAX_WHOLE = 4096;

/** What a scan writes behind the properties. */
const SCAN_ROOM = 2;

const scan = new AttributeScan(NAMESPACE, LONGEST_TEXT);
const [written, bytes] = newBytes(3 * MAX_WHOLE + SCAN_ROOM);

/** The same bytes as what texts are written to and as what is scanned, which takes plain ones only. */
function newBytes(length: number): [Buffer, Uint8Array] {
  const written = Buffer.alloc(length);
  return [written, new Uint8Array(written.buffer, written.byteOffset, length)];
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
