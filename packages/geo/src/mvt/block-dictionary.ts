import { ByteWriter } from './byte-writer.ts';
import type { TileBlock } from './tile-block.ts';

/** A block with the indexes of its keys and values in the tile, plus one; 0 = not in the tile yet. */
type Source = { block: TileBlock; keyIndexes: Uint32Array; valueIndexes: Uint32Array };

/** Bytes that are reserved ahead, if there are as many. */
const MAX_RESERVED = 1024 * 1024;

/** The keys and values of a tile that is drawn from blocks, each once, in the order in which features have them. */
export class BlockDictionary {
  readonly #sources: Source[];
  readonly #keys = new Map<string, number>();
  readonly #keyBytes = new ByteWriter();
  readonly #valueBytes: ByteWriter;
  /** Bytes of a block's values that are still to be appended: usually many are contiguous. */
  #pending = { block: 0, from: 0, to: 0 };
  #valueCount = 0;
  /** By index of a value: its block and its index there, to compare it with values of other blocks. */
  readonly #origins: Uint32Array;
  /** Indexes of values, plus one, by hash; empty with a single block, which has each value once. */
  readonly #table: Uint32Array;
  /** The pairs of the entry last described. */
  readonly pairs = new ByteWriter();

  constructor(blocks: readonly TileBlock[]) {
    this.#sources = blocks.map((block) => ({
      block,
      keyIndexes: new Uint32Array(block.keyEnds.length),
      valueIndexes: new Uint32Array(block.valueEnds.length),
    }));
    const bytes = blocks.reduce((sum, { values }) => sum + values.length, 0);
    this.#valueBytes = ByteWriter.take(Math.min(bytes, MAX_RESERVED));
    const values = blocks.reduce((sum, { valueEnds }) => sum + valueEnds.length, 1);
    const isShared = blocks.length > 1;
    this.#table = new Uint32Array(isShared ? 2 ** Math.ceil(Math.log2(values * 2)) : 0);
    this.#origins = new Uint32Array(isShared ? 2 * values : 0);
  }

  describe(source: number, entry: number): void {
    const { block, keyIndexes, valueIndexes } = this.#sources[source]!;
    const { pairs: attributes, pairsFrom } = block;
    const { pairs } = this;
    pairs.clear();
    const end = pairsFrom[entry + 1]! * 2;
    for (let i = pairsFrom[entry]! * 2; i < end; i += 2) {
      const key = attributes[i]!;
      const value = attributes[i + 1]!;
      pairs.varint((keyIndexes[key]! || this.#addKey(source, key)) - 1);
      pairs.varint((valueIndexes[value]! || this.#addValue(source, value)) - 1);
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
    const { block, keyIndexes } = this.#sources[source]!;
    const bytes = block.keys.subarray(key === 0 ? 0 : block.keyEnds[key - 1]!, block.keyEnds[key]!);
    const text = String.fromCharCode(...bytes);
    let index = this.#keys.get(text);
    if (index === undefined) {
      index = this.#keys.size + 1;
      this.#keys.set(text, index);
      this.#keyBytes.append(bytes);
    }
    keyIndexes[key] = index;
    return index;
  }

  #addValue(source: number, value: number): number {
    const index =
      this.#table.length > 0 ? this.#sharedIndex(source, value) : this.#appendValue(source, value);
    this.#sources[source]!.valueIndexes[value] = index;
    return index;
  }

  /** The index of a value that another block may have added already. */
  #sharedIndex(source: number, value: number): number {
    const mask = this.#table.length - 1;
    let slot = this.#sources[source]!.block.valueHashes[value]! & mask;
    for (; this.#table[slot]! > 0; slot = (slot + 1) & mask) {
      const index = this.#table[slot]!;
      if (this.#isSame(source, value, this.#origins[2 * index]!, this.#origins[2 * index + 1]!)) return index;
    }
    const index = this.#appendValue(source, value);
    this.#table[slot] = index;
    this.#origins[2 * index] = source;
    this.#origins[2 * index + 1] = value;
    return index;
  }

  #isSame(a: number, valueOfA: number, b: number, valueOfB: number): boolean {
    const [one, other] = [this.#sources[a]!.block, this.#sources[b]!.block];
    if (one.valueHashes[valueOfA] !== other.valueHashes[valueOfB]) return false;
    const from = startOf(one, valueOfA);
    const otherFrom = startOf(other, valueOfB);
    const length = one.valueEnds[valueOfA]! - from;
    if (length !== other.valueEnds[valueOfB]! - otherFrom) return false;
    for (let i = 0; i < length; i++) if (one.values[from + i] !== other.values[otherFrom + i]) return false;
    return true;
  }

  #appendValue(source: number, value: number): number {
    const { block } = this.#sources[source]!;
    const from = startOf(block, value);
    const pending = this.#pending;
    if (pending.block !== source || pending.to !== from) {
      this.#appendPending();
      pending.block = source;
      pending.from = from;
    }
    pending.to = block.valueEnds[value]!;
    return ++this.#valueCount;
  }

  #appendPending(): void {
    const { block, from, to } = this.#pending;
    if (to > from) this.#valueBytes.append(this.#sources[block]!.block.values.subarray(from, to));
    this.#pending.from = to;
  }
}

function startOf({ valueEnds }: TileBlock, value: number): number {
  return value === 0 ? 0 : valueEnds[value - 1]!;
}
