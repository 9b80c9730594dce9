import { invalid, isObject, type JsonObject, TEXT_INDEX } from '@meridian/store';

/**
 * So many properties of a space can have an index: with a value for each of them, a row of PostgreSQL is still within its
 * page (8 kB), and every write goes through all indexes.
 */
export const MAX_SEARCHABLE_PROPERTIES = 256;

/** The paths that are to have an index: those of properties, and that of the words of all of them. */
export function indexPaths(definition: JsonObject): (readonly string[])[] {
  const paths = searchablePaths(definition);
  return definition.textIndex === true ? [...paths, TEXT_INDEX] : paths;
}

function searchablePaths({ searchableProperties }: JsonObject): string[][] {
  if (!isObject(searchableProperties)) return [];
  return Object.keys(searchableProperties)
    .filter((path) => searchableProperties[path] === true)
    .map((path) => path.split('.'));
}

/** A space that has more from earlier versions may keep them, and have fewer. */
export function checkSearchable(definition: JsonObject, before: JsonObject = {}): void {
  const { length } = searchablePaths(definition);
  if (length > MAX_SEARCHABLE_PROPERTIES && length > searchablePaths(before).length)
    throw invalid(
      `searchableProperties: ${length} properties are true, but a space can have indexes for ${MAX_SEARCHABLE_PROPERTIES} at most; all others can be searched without`,
    );
}
