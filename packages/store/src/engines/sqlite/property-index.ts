import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Feature } from '../../model/feature/feature.ts';
import { plainValue } from '../../model/json/exact-json.ts';
import { valueAt } from '../../model/json/own.ts';
import { isTextIndex } from '../../model/query/text-index.ts';
import { addWords, createTextIndex, emptyTextIndex, removeWords } from './text-index.ts';

export type IndexedValue = number | string | Uint8Array;

const FALSE = new Uint8Array([0]);
const TRUE = new Uint8Array([1]);

/**
 * A scalar in the form the index keeps it. SQLite orders numbers before texts before blobs and never mixes them,
 * which gives the type-strict comparison that searches need; booleans are blobs.
 */
export function indexedValue(value: unknown): IndexedValue | undefined {
  const plain = plainValue(value);
  if (typeof plain === 'number') return plain;
  if (typeof plain === 'string') return plain.toWellFormed();
  return typeof plain === 'boolean' ? (plain ? TRUE : FALSE) : undefined;
}

type IndexedProperty = { property: number; path: string[]; builtTo: number | null };

/** The indexes a space's definition asks for, maintained by every write and built in steps for what was there before. */
export class PropertyIndex {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  #properties: IndexedProperty[] = [];

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#insert = database.prepare('INSERT OR IGNORE INTO property_value VALUES (?, ?, ?)');
    this.#delete = database.prepare(
      'DELETE FROM property_value WHERE property = ? AND value = ? AND seq = ?',
    );
    this.reload();
  }

  /** Reads the list again: after a change, or after one was undone. */
  reload(): void {
    this.#properties = this.#database
      .prepare('SELECT property, path, built_to AS builtTo FROM indexed_property ORDER BY property')
      .all()
      .map((row) => ({ ...row, path: JSON.parse(row.path as string) }) as IndexedProperty);
  }

  add(seq: number, feature: Feature): void {
    for (const indexed of this.#properties)
      if (!isTextIndex(indexed.path)) this.#insertValue(indexed, seq, feature);
      else if (hasWordsOf(indexed, seq)) addWords(this.#database, seq, feature);
  }

  remove(seq: number, feature: Feature): void {
    for (const indexed of this.#properties) {
      const { property, path } = indexed;
      if (isTextIndex(path)) {
        if (hasWordsOf(indexed, seq)) removeWords(this.#database, seq);
        continue;
      }
      const value = indexedValue(valueAt(feature.properties, path));
      if (value !== undefined) this.#delete.run(property, value, seq);
    }
  }

  #insertValue({ property, path }: IndexedProperty, seq: number, feature: Feature): void {
    const value = indexedValue(valueAt(feature.properties, path));
    if (value !== undefined) this.#insert.run(property, value, seq);
  }

  /** The space has no features any more. */
  empty(): void {
    this.#database.exec('DELETE FROM property_value');
    if (this.#properties.some(({ path }) => isTextIndex(path))) emptyTextIndex(this.#database);
  }

  /** Makes the list of indexes this one; new ones are built by `buildStep`. Inside a transaction. */
  define(paths: readonly (readonly string[])[], isEmpty: boolean): void {
    const wanted = new Set(paths.map((path) => JSON.stringify(path)));
    for (const { property, path } of this.#properties) {
      if (wanted.delete(JSON.stringify(path))) continue;
      if (isTextIndex(path)) emptyTextIndex(this.#database);
      else this.#database.prepare('DELETE FROM property_value WHERE property = ?').run(property);
      this.#database.prepare('DELETE FROM indexed_property WHERE property = ?').run(property);
    }
    const add = this.#database.prepare('INSERT INTO indexed_property (path, built_to) VALUES (?, ?)');
    for (const path of wanted) {
      if (isTextIndex(JSON.parse(path))) createTextIndex(this.#database);
      add.run(path, isEmpty ? null : 0);
    }
    this.reload();
  }

  get isComplete(): boolean {
    return this.#properties.every(({ builtTo }) => builtTo === null);
  }

  /** Takes the oldest incomplete index a step further. `next` gives the features behind an insertion number. */
  buildStep(next: (after: number) => { seq: number; feature: Feature }[]): void {
    const building = this.#properties.find(({ builtTo }) => builtTo !== null);
    if (!building) return;
    if (building.builtTo === OUTDATED) emptyTextIndex(this.#database);
    const rows = next(building.builtTo!);
    for (const { seq, feature } of rows)
      if (isTextIndex(building.path)) addWords(this.#database, seq, feature);
      else this.#insertValue(building, seq, feature);
    const builtTo = rows.at(-1)?.seq ?? null;
    this.#database
      .prepare('UPDATE indexed_property SET built_to = ? WHERE property = ?')
      .run(builtTo, building.property);
    building.builtTo = builtTo;
  }
}

/** Instead of where the building of an index of words is: it has what an older program has put there. */
const OUTDATED = -1;

/** Words are added once: of rows behind what is built, when the building comes to them. */
function hasWordsOf({ builtTo }: IndexedProperty, seq: number): boolean {
  return builtTo === null || seq <= builtTo;
}
