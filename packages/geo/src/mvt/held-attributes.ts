import { AttributeDictionary, type AttributeValue } from './attribute-dictionary.ts';
import { type AttributeScan, IN_TEXT, NUMBER } from './attribute-scan.ts';
import { ByteWriter, putVarint, varintLength } from './byte-writer.ts';
import { OWN_NAMES } from './flat-name.ts';
import type { NameTree } from './name-tree.ts';

/** Names and values in turn; what is nested has been flattened. Of values of the same name the last counts. */
export type FlatAttributes = readonly AttributeValue[];

/** The attributes of a feature: indexes of a key and a value, one pair after the other, the first that of its id. */
export type HeldPairs = readonly number[];

const ID = 0;
const POINT_COUNT = 1;

/** Stand for an id and for as many different counts as there can be, so that no value has a lower index than it will have. */
const RESERVED_VALUES = ['', -1, -2, -3, -4];
const ANY_COUNT = -1;

/** Attributes of features of which it is open whether a tile has room for them: encoded once, then only numbered and copied. */
export class HeldAttributes {
  #dictionary = emptyDictionary();
  #features = 0;
  /** By key, the last feature that has it, and where in its pairs. */
  readonly #lastWith: number[] = [];
  readonly #positions: number[] = [];
  #names: NameTree | undefined;
  #keys: (number | undefined)[] = [];

  /** Tiles have `id` and `point_count` of their own. */
  hold(id: string, attributes: FlatAttributes): HeldPairs {
    const dictionary = this.#dictionary;
    const pairs = this.#begin(id);
    for (let i = 0; i < attributes.length; i += 2) {
      const key = dictionary.keyIndex(attributes[i] as string);
      if (key !== ID && key !== POINT_COUNT) this.#add(pairs, key, dictionary.valueIndex(attributes[i + 1]!));
    }
    return pairs;
  }

  /** The same for what was found by scanning. */
  holdScan(id: string, scan: AttributeScan): HeldPairs {
    const dictionary = this.#dictionary;
    const keys = this.#keysOf(scan.nameTree);
    const pairs = this.#begin(id);
    const { count, names, kinds, bytes } = scan;
    for (let i = 0; i < count; i++) {
      const { number, text } = names[i]!;
      let key = keys[number];
      if (key === undefined) {
        while (keys.length <= number) keys.push(undefined);
        key = keys[number] = dictionary.keyIndex(text);
      }
      const kind = kinds[i];
      const value =
        kind === IN_TEXT
          ? dictionary.textIndex(bytes, scan.froms[i]!, scan.tos[i]!)
          : dictionary.valueIndex(kind === NUMBER ? scan.numbers[i]! : scan.others[i]!);
      this.#add(pairs, key, value);
    }
    return pairs;
  }

  #begin(id: string): number[] {
    this.#features++;
    return [ID, this.#dictionary.valueIndex(id)];
  }

  #add(pairs: number[], key: number, value: number): void {
    if (this.#lastWith[key] === this.#features) {
      pairs[this.#positions[key]! + 1] = value;
      return;
    }
    this.#lastWith[key] = this.#features;
    this.#positions[key] = pairs.length;
    pairs.push(key, value);
  }

  /** By their numbers, the keys that names have. */
  #keysOf(names: NameTree): (number | undefined)[] {
    if (this.#names === names) return this.#keys;
    this.#names = names;
    this.#keys = [];
    return this.#keys;
  }

  /** Lets go of what none of these features has; their pairs are numbered again. */
  keepOnly(features: readonly { pairs: HeldPairs }[]): void {
    const keys = this.#dictionary.keys();
    const kept = emptyDictionary();
    for (const feature of features)
      feature.pairs = feature.pairs.map((index, i) =>
        i % 2 === 0 ? kept.keyIndex(keys[index]!) : kept.indexOfOther(this.#dictionary, index),
      );
    this.#dictionary = kept;
    this.#names = undefined;
  }

  /** What all keys and values take, and at most each pair of the tags of a feature. */
  bounds(): { bytes: number; pairBytes: number } {
    const { keyFields, valueFields, keyCount, valueCount } = this.#dictionary;
    // Counts are values too.
    const pairBytes = varintLength(keyCount) + varintLength(valueCount + RESERVED_VALUES.length);
    return { bytes: keyFields.length + valueFields.length, pairBytes };
  }

  /** To find out what tags take at most, whatever the counts will be. */
  measuring(): TagMeasure {
    return new TagMeasure(this.#dictionary);
  }

  /** To write the tags of features with these counts. */
  writing(counts: readonly number[]): TagWriter {
    for (const count of counts) this.#dictionary.valueIndex(count);
    return new TagWriter(this.#dictionary);
  }
}

/** What an index takes at most. */
const VARINT_BYTES = 5;

function emptyDictionary(): AttributeDictionary {
  const dictionary = new AttributeDictionary();
  for (const key of OWN_NAMES) dictionary.keyIndex(key);
  for (const value of RESERVED_VALUES) dictionary.valueIndex(value);
  return dictionary;
}

/** What the keys, the values and the tags of features take, each of which stands for any count, without writing them. */
export class TagMeasure {
  readonly #dictionary: AttributeDictionary;
  /** As in a writer of tags. */
  readonly #keyIndexes: Uint32Array;
  readonly #valueIndexes: Uint32Array;
  readonly #anyCount: number;
  #keyCount = 0;
  #valueCount = 0;
  /** Of all keys and values that features have so far. */
  bytes = 0;

  constructor(dictionary: AttributeDictionary) {
    this.#dictionary = dictionary;
    this.#keyIndexes = new Uint32Array(dictionary.keyCount);
    this.#valueIndexes = new Uint32Array(dictionary.valueCount);
    this.#anyCount = dictionary.valueIndex(ANY_COUNT);
    for (let value = 0; value < RESERVED_VALUES.length; value++) this.#addValue(value);
  }

  /** What the tags of one more feature take. */
  add(pairs: HeldPairs): number {
    let bytes = this.#pairBytes(ID, pairs[1]!);
    bytes += this.#pairBytes(POINT_COUNT, this.#anyCount);
    for (let i = 2; i < pairs.length; i += 2) bytes += this.#pairBytes(pairs[i]!, pairs[i + 1]!);
    return bytes;
  }

  #pairBytes(key: number, value: number): number {
    const keyIndex = this.#keyIndexes[key]! || this.#addKey(key);
    const valueIndex = this.#valueIndexes[value]! || this.#addValue(value);
    return varintLength(keyIndex - 1) + varintLength(valueIndex - 1);
  }

  #addKey(key: number): number {
    this.bytes += this.#dictionary.keyBytes(key);
    this.#keyIndexes[key] = ++this.#keyCount;
    return this.#keyCount;
  }

  #addValue(value: number): number {
    this.bytes += this.#dictionary.valueBytes(value);
    this.#valueIndexes[value] = ++this.#valueCount;
    return this.#valueCount;
  }
}

/** The keys and values of a tile, each once, in the order in which features have them, and the tags of the features. */
export class TagWriter {
  readonly #dictionary: AttributeDictionary;
  /** Indexes in the tile, plus one, by index in the dictionary; 0 = not in the tile yet. */
  readonly #keyIndexes: Uint32Array;
  readonly #valueIndexes: Uint32Array;
  #keyCount = 0;
  #valueCount = 0;
  /** As fields of a layer. */
  readonly keys = new ByteWriter();
  readonly values = new ByteWriter(64 * 1024);
  /** Of the feature last described. */
  readonly tags = new ByteWriter();

  constructor(dictionary: AttributeDictionary) {
    this.#dictionary = dictionary;
    this.#keyIndexes = new Uint32Array(dictionary.keyCount);
    this.#valueIndexes = new Uint32Array(dictionary.valueCount);
  }

  /** Describes a feature that stands for so many. */
  describe(pairs: HeldPairs, count: number): void {
    const { tags } = this;
    const { length } = pairs;
    tags.clear();
    const into = tags.withRoom(VARINT_BYTES * (length + 2));
    let at = putVarint(into, 0, this.#keyAt(ID));
    at = putVarint(into, at, this.#valueAt(pairs[1]!));
    at = putVarint(into, at, this.#keyAt(POINT_COUNT));
    at = putVarint(into, at, this.#valueAt(this.#dictionary.valueIndex(count)));
    for (let i = 2; i < length; i += 2) {
      at = putVarint(into, at, this.#keyAt(pairs[i]!));
      at = putVarint(into, at, this.#valueAt(pairs[i + 1]!));
    }
    tags.length = at;
  }

  #keyAt(key: number): number {
    return (this.#keyIndexes[key]! || this.#addKey(key)) - 1;
  }

  #valueAt(value: number): number {
    return (this.#valueIndexes[value]! || this.#addValue(value)) - 1;
  }

  #addKey(key: number): number {
    this.#dictionary.copyKey(key, this.keys);
    this.#keyIndexes[key] = ++this.#keyCount;
    return this.#keyCount;
  }

  #addValue(value: number): number {
    this.#dictionary.copyValue(value, this.values);
    this.#valueIndexes[value] = ++this.#valueCount;
    return this.#valueCount;
  }
}
