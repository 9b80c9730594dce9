/**
 * How a feature becomes a row, in every format that has columns.
 *
 *   @id     the feature's id
 *   @tags   the tags, joined with commas (a tag has none)
 *   @ns     what else the hub's namespace holds (space, createdAt, updatedAt, …), as JSON
 *   @root   root members that GeoJSON does not name, as JSON
 *   @flat   true: positions have no heights, though the file has (FlatGeobuf, where all have one or none has)
 *   @nulls  names of the properties that are null, as JSON; in a column, null says that there is no such property
 *   @properties  properties that can't be columns, as JSON: names that are empty, very long, begin or end with
 *           blanks, have control characters or end in :json, and all behind the first thousand
 *   @escaped  CSV only, always empty: texts of this file that spreadsheets would run as formulas have an apostrophe before
 *           them (csv/formulas.ts)
 *   name    the property `name`
 *   @.name  the property `name`, where the plain name is taken: it begins with @, or is that of the geometry or of
 *           the key, or differs from another column in case only (then @2.name, @3.name, …)
 *
 * A property whose values are not all texts, all numbers or all booleans is a column of JSON.
 */
export const ID_COLUMN = '@id';
export const TAGS_COLUMN = '@tags';
export const NAMESPACE_COLUMN = '@ns';
export const ROOT_COLUMN = '@root';
export const FLAT_COLUMN = '@flat';
export const NULLS_COLUMN = '@nulls';
export const PROPERTIES_COLUMN = '@properties';
export const ESCAPED_COLUMN = '@escaped';
/** The property in which a hub keeps what it knows of a feature, and its tags. */
export const NAMESPACE = '@ns:com:here:xyz';

const ESCAPED = /^@\d*\.([\s\S]*)$/;

export type ColumnRole =
  | 'id'
  | 'tags'
  | 'namespace'
  | 'root'
  | 'flat'
  | 'nulls'
  | 'properties'
  | 'escaped'
  | { property: string };

const ROLES: Record<string, ColumnRole> = {
  [ID_COLUMN]: 'id',
  [TAGS_COLUMN]: 'tags',
  [NAMESPACE_COLUMN]: 'namespace',
  [ROOT_COLUMN]: 'root',
  [FLAT_COLUMN]: 'flat',
  [NULLS_COLUMN]: 'nulls',
  [PROPERTIES_COLUMN]: 'properties',
  [ESCAPED_COLUMN]: 'escaped',
};

export function roleOf(column: string): ColumnRole {
  return (
    (Object.hasOwn(ROLES, column) ? ROLES[column] : undefined) ?? {
      property: ESCAPED.exec(column)?.[1] ?? column,
    }
  );
}

/** Whether a table follows this convention: every one that we write has both columns. */
export function isOurs(columns: readonly string[]): boolean {
  return columns.includes(ID_COLUMN) && columns.includes(TAGS_COLUMN);
}

/** The name of a property's column; `taken` holds the lower-case names that are in use, and learns this one. */
export function columnName(property: string, taken: Set<string>): string {
  let name = property;
  for (
    let n = 1;
    name.startsWith('@') ? n === 1 || taken.has(name.toLowerCase()) : taken.has(name.toLowerCase());
    n++
  )
    name = `@${n === 1 ? '' : n}.${property}`;
  taken.add(name.toLowerCase());
  return name;
}
