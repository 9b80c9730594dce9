import { FormatFault } from '../fault.ts';
import { findCoordinates, isObject, type JsonObject, pathOf, valueAt } from './find-coordinates.ts';

/** Levels that are looked into for a list of records. */
const MAX_DEPTH = 4;
const MAX_SHOWN = 10;

/** The list at the path that the user names (`data.items`). */
export function recordsAt(document: unknown, records: string, file: string): unknown[] {
  const found = isObject(document) ? valueAt(document, pathOf(document, records)) : undefined;
  if (Array.isArray(found)) return found;
  const lists = isObject(document) ? listsIn(document).map(({ name }) => name) : [];
  const has =
    lists.length === 0 ? 'it has no list of records' : `it has ${lists.slice(0, MAX_SHOWN).join(', ')}`;
  throw new FormatFault('option', file, `has no list "${records}": ${has}`);
}

/**
 * The one list of objects within a document that is no record itself: `{"status":"ok","data":{"items":[…]}}`. Undefined
 * where there is none; of several the user has to choose.
 */
export function findRecords(
  document: JsonObject,
  file: string,
): { name: string; list: unknown[] } | undefined {
  if (findCoordinates(document, {}, false) !== undefined) return undefined;
  const lists = listsIn(document);
  if (lists.length < 2) return lists[0];
  const names = lists.slice(0, MAX_SHOWN).map(({ name }) => name);
  throw new FormatFault(
    'option',
    file,
    `has several lists of records, name one of them (records): ${names.join(', ')}`,
  );
}

function listsIn(document: JsonObject): { name: string; list: unknown[] }[] {
  const found: { name: string; list: unknown[] }[] = [];
  let level = [{ name: '', object: document }];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: typeof level = [];
    for (const { name: above, object } of level)
      for (const [member, value] of Object.entries(object)) {
        const name = above === '' ? member : `${above}.${member}`;
        if (isObject(value)) next.push({ name, object: value });
        else if (Array.isArray(value) && value.length > 0 && value.every(isObject))
          found.push({ name, list: value });
      }
    level = next;
  }
  return found;
}
