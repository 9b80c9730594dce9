import { AttributeDictionary, type AttributeValue } from './attribute-dictionary.ts';
import { ByteWriter } from './byte-writer.ts';
import { isTakenApart } from './flat-name.ts';
import { scanMembers } from './scan-members.ts';
import { valueOfText } from './value-of-text.ts';

/** The keys and values of a layer, each once, and the attributes of features as pairs of indexes. */
export class Attributes {
  readonly #dictionary = new AttributeDictionary();
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

  /** The index of the key of ids. */
  get idKey(): number {
    return this.#dictionary.keyIndex('id');
  }

  /** The index of the id of a feature of which nothing else is shown, as bytes of UTF-8: no other feature has that. */
  addId(bytes: Uint8Array, from: number, to: number): number {
    return this.#dictionary.addText(bytes, from, to);
  }

  /** The keys, one after the other, as fields of a layer. */
  get keys(): Uint8Array {
    return this.#dictionary.keyFields.bytes;
  }

  get values(): Uint8Array {
    return this.#dictionary.valueFields.bytes;
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

  #pair(key: string, value: AttributeValue): void {
    this.pairs.varint(this.#dictionary.keyIndex(key));
    this.pairs.varint(this.#dictionary.valueIndex(value));
  }
}
