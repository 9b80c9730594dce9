import { ByteWriter, putVarint, SHORT_BYTES, varintLength } from './byte-writer.ts';
import { TextTable, textHash } from './text-table.ts';
import { Utf8Scratch } from './utf8-scratch.ts';

/** Fields of the layer and of its values in the vector tile schema, with their wire types. */
const LAYER_KEYS = (3 << 3) | 2;
const LAYER_VALUES = (4 << 3) | 2;
const STRING = (1 << 3) | 2;
const FLOAT = (2 << 3) | 5;
const DOUBLE = (3 << 3) | 1;
const UNSIGNED = 5 << 3;
const SIGNED = 6 << 3;
const BOOLEAN = 7 << 3;

/** What stands before a text: two tags and two lengths. */
const MAX_TEXT_HEAD = 12;

/** What vector tiles have as a value of an attribute. */
export type AttributeValue = string | number | boolean;

/** Keys and values, each once, by index, and as the fields of a layer that they become. */
export class AttributeDictionary {
  readonly #keys = new Map<string, number>();
  readonly #keyEnds: number[] = [];
  /** A number and a truth value never equal each other, so that one map serves both. */
  readonly #others = new Map<number | boolean, number>();
  /** By index; those that are not there are texts. */
  readonly #otherValues: (number | boolean | undefined)[] = [];
  readonly #valueEnds: number[] = [];
  readonly #value = new ByteWriter();
  /** The fields, one after the other. */
  readonly keyFields = new ByteWriter();
  readonly valueFields = new ByteWriter();
  readonly #texts = new TextTable(this.valueFields);

  keyIndex(key: string): number {
    let index = this.#keys.get(key);
    if (index === undefined) {
      index = this.#keys.size;
      this.#keys.set(key, index);
      this.keyFields.text(LAYER_KEYS, key);
      this.#keyEnds.push(this.keyFields.length);
    }
    return index;
  }

  valueIndex(value: AttributeValue): number {
    if (typeof value === 'string') {
      scratch.write(value);
      return this.textIndex(scratch.bytes, 0, scratch.length);
    }
    const known = this.#others.get(value);
    if (known !== undefined) return known;
    this.#writeValue(value);
    const index = this.#valueEnds.push(this.valueFields.length) - 1;
    this.#others.set(value, index);
    this.#otherValues[index] = value;
    return index;
  }

  /** The index of a text, given as its bytes of UTF-8 from one position up to another. */
  textIndex(bytes: Uint8Array, from: number, to: number): number {
    const hash = textHash(bytes, from, to);
    const known = this.#texts.get(bytes, from, to, hash);
    if (known >= 0) return known;
    const index = this.addText(bytes, from, to);
    this.#texts.add(to - from, hash, index);
    return index;
  }

  /** Adds a text, given likewise, that equals no other value: nobody will look for it. */
  addText(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from;
    const fields = this.valueFields;
    const into = fields.withRoom(MAX_TEXT_HEAD + length);
    let at = fields.length;
    into[at++] = LAYER_VALUES;
    at = putVarint(into, at, 1 + varintLength(length) + length);
    into[at++] = STRING;
    at = putVarint(into, at, length);
    if (length > SHORT_BYTES) {
      into.set(bytes.subarray(from, to), at);
      at += length;
    } else for (let i = from; i < to; i++) into[at++] = bytes[i]!;
    fields.length = at;
    return this.#valueEnds.push(at) - 1;
  }

  /** The index of a value of another dictionary. */
  indexOfOther(other: AttributeDictionary, index: number): number {
    const value = other.#otherValues[index];
    if (value !== undefined) return this.valueIndex(value);
    const fields = other.valueFields.withRoom(0);
    const to = other.#valueEnds[index]!;
    return this.textIndex(fields, textStart(fields, startAt(other.#valueEnds, index)), to);
  }

  /** How many keys there are. */
  get keyCount(): number {
    return this.#keys.size;
  }

  get valueCount(): number {
    return this.#valueEnds.length;
  }

  /** The keys, by index. */
  keys(): string[] {
    return [...this.#keys.keys()];
  }

  copyKey(index: number, to: ByteWriter): void {
    to.appendPart(this.keyFields, startAt(this.#keyEnds, index), this.#keyEnds[index]!);
  }

  copyValue(index: number, to: ByteWriter): void {
    to.appendPart(this.valueFields, startAt(this.#valueEnds, index), this.#valueEnds[index]!);
  }

  /** How many bytes a key takes as a field. */
  keyBytes(index: number): number {
    return this.#keyEnds[index]! - startAt(this.#keyEnds, index);
  }

  valueBytes(index: number): number {
    return this.#valueEnds[index]! - startAt(this.#valueEnds, index);
  }

  #writeValue(value: number | boolean): void {
    const bytes = this.#value;
    bytes.clear();
    if (typeof value === 'number') writeNumber(bytes, value);
    else {
      bytes.byte(BOOLEAN);
      bytes.byte(value ? 1 : 0);
    }
    this.valueFields.fieldOf(LAYER_VALUES, bytes);
  }
}

/** Of values that are given as strings. */
const scratch = new Utf8Scratch();

/** Where the text of a field with one begins: behind two tags, each with a length. */
function textStart(fields: Uint8Array, field: number): number {
  return afterVarint(fields, afterVarint(fields, field + 1) + 1);
}

function afterVarint(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at]! >= 0x80) at++;
  return at + 1;
}

function startAt(ends: readonly number[], index: number): number {
  return index === 0 ? 0 : ends[index - 1]!;
}

/** In the fewest bytes that keep it exactly. */
function writeNumber(bytes: ByteWriter, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) {
    bytes.byte(UNSIGNED);
    bytes.varint(value);
  } else if (Number.isInteger(value) && value < 0 && value >= -(2 ** 52)) {
    bytes.byte(SIGNED);
    bytes.varint(-2 * value - 1);
  } else if (Math.fround(value) === value) {
    bytes.byte(FLOAT);
    bytes.float(value);
  } else {
    bytes.byte(DOUBLE);
    bytes.double(value);
  }
}
