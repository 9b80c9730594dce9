import { ByteWriter } from './byte-writer.ts';
import type { Sheet } from './sheet.ts';

/** A sheet with the places that its keys and values have in the tile, one more than that; 0 = not in it yet. */
type Source = { sheet: Sheet; keyPlaces: Uint32Array; valuePlaces: Uint32Array };

/** Bytes that are reserved ahead, if there are as many. */
const MOST_RESERVED = 1024 * 1024;

/** The keys and values of a tile that is drawn from sheets, each once, in the order in which features have them. */
export class SheetDictionary {
  readonly #sources: Source[];
  readonly #keys = new Map<string, number>();
  readonly #keyBytes = new ByteWriter();
  readonly #valueBytes: ByteWriter;
  /** Bytes of a sheet's values that are still to be appended: mostly many come one after the other. */
  #pending = { sheet: 0, from: 0, to: 0 };
  #valueCount = 0;
  /** Where values are from, by place: their sheet and what they are there. To tell whether one of another sheet is the same. */
  readonly #origins: Uint32Array;
  /** Places of values, one more than that, by their hash; empty where there is but one sheet, which has each value once. */
  readonly #table: Uint32Array;
  /** The pairs of the entry last described. */
  readonly pairs = new ByteWriter();

  constructor(sheets: readonly Sheet[]) {
    this.#sources = sheets.map((sheet) => ({
      sheet,
      keyPlaces: new Uint32Array(sheet.keyEnds.length),
      valuePlaces: new Uint32Array(sheet.valueEnds.length),
    }));
    const bytes = sheets.reduce((sum, { values }) => sum + values.length, 0);
    this.#valueBytes = ByteWriter.take(Math.min(bytes, MOST_RESERVED));
    const values = sheets.reduce((sum, { valueEnds }) => sum + valueEnds.length, 1);
    const isShared = sheets.length > 1;
    this.#table = new Uint32Array(isShared ? 2 ** Math.ceil(Math.log2(values * 2)) : 0);
    this.#origins = new Uint32Array(isShared ? 2 * values : 0);
  }

  describe(source: number, entry: number): void {
    const { sheet, keyPlaces, valuePlaces } = this.#sources[source]!;
    const { pairs: attributes, pairsFrom } = sheet;
    const { pairs } = this;
    pairs.clear();
    const end = pairsFrom[entry + 1]! * 2;
    for (let i = pairsFrom[entry]! * 2; i < end; i += 2) {
      const key = attributes[i]!;
      const value = attributes[i + 1]!;
      pairs.varint((keyPlaces[key]! || this.#addKey(source, key)) - 1);
      pairs.varint((valuePlaces[value]! || this.#addValue(source, value)) - 1);
    }
  }

  /** The keys, one after the other, as fields of a layer. */
  get keys(): Uint8Array {
    return this.#keyBytes.bytes;
  }

  get values(): Uint8Array {
    this.#appendPending();
    return this.#valueBytes.bytes;
  }

  /** Keys and values have been copied, and nothing is described any more. */
  end(): void {
    this.#valueBytes.giveBack();
  }

  #addKey(source: number, key: number): number {
    const { sheet, keyPlaces } = this.#sources[source]!;
    const bytes = sheet.keys.subarray(key === 0 ? 0 : sheet.keyEnds[key - 1]!, sheet.keyEnds[key]!);
    const text = String.fromCharCode(...bytes);
    let place = this.#keys.get(text);
    if (place === undefined) {
      place = this.#keys.size + 1;
      this.#keys.set(text, place);
      this.#keyBytes.append(bytes);
    }
    keyPlaces[key] = place;
    return place;
  }

  #addValue(source: number, value: number): number {
    const place = this.#table.length > 0 ? this.#knownPlace(source, value) : this.#appendValue(source, value);
    this.#sources[source]!.valuePlaces[value] = place;
    return place;
  }

  /** The place of a value that may have come from another sheet already. */
  #knownPlace(source: number, value: number): number {
    const mask = this.#table.length - 1;
    let slot = this.#sources[source]!.sheet.valueHashes[value]! & mask;
    for (; this.#table[slot]! > 0; slot = (slot + 1) & mask) {
      const place = this.#table[slot]!;
      if (this.#isSame(source, value, this.#origins[2 * place]!, this.#origins[2 * place + 1]!)) return place;
    }
    const place = this.#appendValue(source, value);
    this.#table[slot] = place;
    this.#origins[2 * place] = source;
    this.#origins[2 * place + 1] = value;
    return place;
  }

  #isSame(a: number, valueOfA: number, b: number, valueOfB: number): boolean {
    const [one, other] = [this.#sources[a]!.sheet, this.#sources[b]!.sheet];
    if (one.valueHashes[valueOfA] !== other.valueHashes[valueOfB]) return false;
    const from = startOf(one, valueOfA);
    const otherFrom = startOf(other, valueOfB);
    const length = one.valueEnds[valueOfA]! - from;
    if (length !== other.valueEnds[valueOfB]! - otherFrom) return false;
    for (let i = 0; i < length; i++) if (one.values[from + i] !== other.values[otherFrom + i]) return false;
    return true;
  }

  #appendValue(source: number, value: number): number {
    const { sheet } = this.#sources[source]!;
    const from = startOf(sheet, value);
    const pending = this.#pending;
    if (pending.sheet !== source || pending.to !== from) {
      this.#appendPending();
      pending.sheet = source;
      pending.from = from;
    }
    pending.to = sheet.valueEnds[value]!;
    return ++this.#valueCount;
  }

  #appendPending(): void {
    const { sheet, from, to } = this.#pending;
    if (to > from) this.#valueBytes.append(this.#sources[sheet]!.sheet.values.subarray(from, to));
    this.#pending.from = to;
  }
}

function startOf({ valueEnds }: Sheet, value: number): number {
  return value === 0 ? 0 : valueEnds[value - 1]!;
}
