/** A property with an index of its own: the number of its column, and where its values are. */
export type IndexedProperty = { property: number; path: readonly string[] };
