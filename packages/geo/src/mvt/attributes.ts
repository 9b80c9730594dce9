import { ByteWriter } from './byte-writer.ts';
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

/** The keys and values of a layer, each once, and the attributes of features as pairs of their places. */
export class Attributes {
  readonly #keys = new Map<string, number>();
  readonly #keyBytes = new ByteWriter();
  /** A text and a number or truth value never equal each other, so that one map serves all. */
  readonly #values = new Map<string | number | boolean, number>();
  readonly #valueBytes = new ByteWriter();
  readonly #value = new ByteWriter();
  /** The places of values by the JSON they were written as, so that most need not be read again. */
  readonly #texts = new Map<string, number>();
  /** The pairs of the feature last described. */
  readonly pairs = new ByteWriter();

  /**
   * Describes a feature: its id and its properties. Null has no place in vector tiles and is left out; objects and
   * arrays become JSON text or, flattened, one attribute for each value in them under a dotted key: `a.b`, `list.0`.
   */
  describe(id: string, properties: Record<string, unknown>, flatten: boolean): void {
    this.pairs.clear();
    this.#pair('id', id);
    for (const key of Object.keys(properties)) {
      // The feature's own id has this name.
      if (key !== 'id') this.#add(key, properties[key], flatten);
    }
  }

  /**
   * The same, nested values as JSON text, for properties that are JSON themselves, as `JSON.stringify` writes it. Nothing
   * is parsed that another feature had too; nested values stay the text they are.
   */
  describeText(id: string, properties: string): void {
    this.pairs.clear();
    this.#pair('id', id);
    const isRead = scanMembers(properties, (key, from, to) => {
      if (key !== 'id') this.#addText(key, properties.slice(from, to));
    });
    if (!isRead) this.describe(id, JSON.parse(properties), false);
  }

  #addText(key: string, text: string): void {
    if (text === 'null') return;
    let place = this.#texts.get(text);
    if (place === undefined) {
      place = this.#placeOf(valueOfText(text));
      this.#texts.set(text, place);
    }
    this.pairs.varint(this.#keyPlace(key));
    this.pairs.varint(place);
  }

  /** The keys and values as fields of a layer. */
  write(layer: ByteWriter): void {
    layer.append(this.#keyBytes.bytes);
    layer.append(this.#valueBytes.bytes);
  }

  #add(key: string, value: unknown, flatten: boolean): void {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      this.#pair(key, value);
    else if (typeof value !== 'object' || value === null) return;
    else if (!flatten) this.#pair(key, JSON.stringify(value));
    else
      for (const member of Object.keys(value))
        this.#add(`${key}.${member}`, (value as Record<string, unknown>)[member], true);
  }

  #pair(key: string, value: string | number | boolean): void {
    this.pairs.varint(this.#keyPlace(key));
    this.pairs.varint(this.#placeOf(value));
  }

  #keyPlace(key: string): number {
    let place = this.#keys.get(key);
    if (place === undefined) {
      place = this.#keys.size;
      this.#keys.set(key, place);
      this.#keyBytes.text(LAYER_KEYS, key);
    }
    return place;
  }

  #placeOf(value: string | number | boolean): number {
    let place = this.#values.get(value);
    if (place === undefined) {
      place = this.#values.size;
      this.#values.set(value, place);
      this.#writeValue(value);
    }
    return place;
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

/** What an attribute gets for a JSON value other than null; digits that no number holds stay text. */
function valueOfText(text: string): string | number | boolean {
  const first = text.charCodeAt(0);
  if (first === QUOTE) return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
  if (text === 'true') return true;
  if (text === 'false') return false;
  const isNumber = first === 45 || (first >= 48 && first <= 57);
  const number = isNumber ? Number(text) : Number.NaN;
  if (!isNumber || !Number.isFinite(number)) return text;
  return /^-?\d{16,}$/.test(text) && String(number) !== text ? text : number;
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
