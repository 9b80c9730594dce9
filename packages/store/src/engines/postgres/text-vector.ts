import type { Feature } from '../../model/feature/feature.ts';
import { valueAt } from '../../model/json/own.ts';
import { indexedWords, isTextIndex } from '../../model/query/text-index.ts';
import type { IndexedProperty } from './indexed-property.ts';
import { sortableValue } from './sortable-value.ts';
import { propertyColumn } from './space-table.ts';
import { textArray } from './text-key.ts';

/** What the column of an index has of a feature: a value that sorts, or the words of all properties. */
export function indexedColumnValue({ path }: IndexedProperty, { properties }: Feature): string | null {
  if (isTextIndex(path)) return textArray(indexedWords(properties));
  return sortableValue(valueAt(properties, path)) ?? null;
}

/** How a statement makes the column's value from that. */
export function columnValueOf({ property, path }: IndexedProperty): string {
  const column = propertyColumn(property);
  return isTextIndex(path) ? `array_to_tsvector(${column}::text[])` : column;
}

/**
 * `tsvector` in PostgreSQL's binary form: the number of words, then each with a zero byte behind it and the number of its
 * positions, of which none is stored. The words come folded as the evaluator has them: no dictionary is asked.
 */
export function binaryVector({ properties }: Feature): Uint8Array {
  const words = indexedWords(properties).map((word) => Buffer.from(word));
  const size = words.reduce((sum, word) => sum + word.length + 3, 4);
  const bytes = Buffer.alloc(size);
  let at = bytes.writeInt32BE(words.length);
  for (const word of words) at += word.copy(bytes, at) + 3;
  return bytes;
}
