import { ByteWriter } from './byte-writer.ts';
import { isTakenApart } from './flat-name.ts';
import { scanMembers } from './scan-members.ts';

/** Fields of the layer and of its values in the vector tile schema, with their wire types. */
const LAYER_KEYS = (3 << 3) | 2;
const LAYER_VALUES = (4 << 3) | 2;
const STRING = (1 << 3) | 2;
const FLOAT = (2 << 3) | 5;
const DOUBLE = (3 << 3) | 1;
const UNSIGNED = 5 << 3;
const SIGNED = 6 << 3;
const BOOLEAN = 7 << 3;

/** The keys and values of a layer, each once, and the attributes of features as pairs of indexes. */
export class Attributes {
  readonly #keys = new Map<string, number>();
  readonly #keyBytes = new ByteWriter();
  /** A text and a number or truth value never equal each other, so that one map serves all. */
  readonly #values = new Map<string | number | boolean, number>();
  readonly #valueBytes = new ByteWriter();
  readonly #value = new ByteWriter();
  /** The pairs of the feature last described. */
  readonly pairs = new ByteWriter();

  /**
   * Describes a feature: its id and its properties. Vector tiles have no null, so it is left out; objects and
   * arrays become JSON text or, flattened, one attribute for each value in them under a dotted key: `a.b`, `list.0`,
   * unless their own key is very long.
   * `prefix`: what the keys of properties begin with.
   */
  describe(id: string, properties: Record<string, unknown>, flatten: boolean, prefix = ''): void {
    this.pairs.clear();
    this.#pair('id', id);
    for (const key of Object.keys(properties)) {
      // The feature's own id has this name.
      if (prefix !== '' || key !== 'id') this.#add(prefix + key, properties[key], flatten);
    }
  }

  /**
   * The same, nested values as JSON text, for properties that are JSON themselves, as `JSON.stringify` writes it. Nothing
   * is parsed: nested values stay the text they are.
   */
  describeText(id: string, properties: string): void {
    this.pairs.clear();
    this.#pair('id', id);
    const isRead = scanMembers(properties, (key, from, to) => {
      const value = key === 'id' ? undefined : valueOfText(properties, from, to);
      if (value !== undefined) this.#pair(key, value);
    });
    if (!isRead) this.describe(id, JSON.parse(properties), false);
  }

  /** The keys, one after the other, as fields of a layer. */
  get keys(): Uint8Array {
    return this.#keyBytes.bytes;
  }

  get values(): Uint8Array {
    return this.#valueBytes.bytes;
  }

  #add(key: string, value: unknown, flatten: boolean): void {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      this.#pair(key, value);
    else if (typeof value !== 'object' || value === null) return;
    else if (!flatten || !isTakenApart(key)) this.#pair(key, JSON.stringify(value));
    else
      for (const member of Object.keys(value))
        this.#add(`${key}.${member}`, (value as Record<string, unknown>)[member], true);
  }

  #pair(key: string, value: string | number | boolean): void {
    this.pairs.varint(this.#keyIndex(key));
    this.pairs.varint(this.#valueIndex(value));
  }

  #keyIndex(key: string): number {
    let index = this.#keys.get(key);
    if (index === undefined) {
      index = this.#keys.size;
      this.#keys.set(key, index);
      this.#keyBytes.text(LAYER_KEYS, key);
    }
    return index;
  }

  #valueIndex(value: string | number | boolean): number {
    let index = this.#values.get(value);
    if (index === undefined) {
      index = this.#values.size;
      this.#values.set(value, index);
      this.#writeValue(value);
    }
    return index;
  }

  #writeValue(value: string | number | boolean): void {
    const bytes = this.#value;
    bytes.clear();
    if (typeof value === 'string') bytes.text(STRING, value);
    else if (typeof value === 'number') writeNumber(bytes, value);
    else {
      bytes.byte(BOOLEAN);
      bytes.byte(value ? 1 : 0);
    }
    this.#valueBytes.field(LAYER_VALUES, bytes.bytes);
  }
}

const QUOTE = 34;
const NINE = 57;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;

/** What an attribute gets for a JSON value, nothing for null; digits that no number holds stay text. */
function valueOfText(text: string, from: number, to: number): string | number | boolean | undefined {
  const first = text.charCodeAt(from);
  if (first === QUOTE) {
    const inner = text.slice(from + 1, to - 1);
    return inner.includes('\\') ? (JSON.parse(text.slice(from, to)) as string) : inner;
  }
  const value = text.slice(from, to);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return value;
  if (first > NINE) return value === 'null' ? undefined : value === 'true';
  const number = Number(value);
  const isHeld = Number.isFinite(number) && (value.length < 16 || isWritten(value, number));
  return isHeld ? number : value;
}

/** Whether digits are those of a number, or have a point or an exponent and need not be. */
function isWritten(value: string, number: number): boolean {
  return String(number) === value || !/^-?\d+$/.test(value);
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
