import { ByteWriter } from './byte-writer.ts';
import type { TileBlock } from './tile-block.ts';

/** A block with the indexes of its keys and values in the tile, plus one; 0 = not in the tile yet. */
type Source = { block: TileBlock; keyIndexes: Uint32Array; valueIndexes: Uint32Array };

/** Bytes that are reserved ahead, if there are as many. */
const MAX_RESERVED = 1024 * 1024;

/** The more, the fewer values are looked up in vain. */
const SLOTS_PER_PAIR = 4;

/** The keys and values of a tile that is drawn from blocks, each once, in the order in which features have them. */
export class BlockDictionary {
  readonly #sources: Source[];
  readonly #keys = new Map<string, number>();
  readonly #keyBytes = new ByteWriter();
  readonly #valueBytes: ByteWriter;
  /** Bytes of a block's values that are still to be appended: usually many are contiguous. */
  #pending = { block: 0, from: 0, to: 0 };
  #valueCount = 0;
  /** By hash, whether such a value is in what is drawn of any block but the largest. */
  readonly #isShared: Uint8Array;
  /** By hash, where in `shared` the last of those is that are in the tile, plus one. */
  readonly #lastShared: Uint32Array;
  /** Of each: its block, its index there, its index in the tile, and where the one before it of the same slot is, plus one. */
  readonly #shared: number[] = [];
  /** The pairs of the entry last described. */
  readonly pairs = new ByteWriter();

  /** `entries`: pairs of a block and one of its entries, of all that will be described. */
  constructor(blocks: readonly TileBlock[], entries: Uint32Array) {
    const drawn = new Uint32Array(blocks.length);
    for (let i = 0; i < entries.length; i += 2) drawn[entries[i]!]!++;
    // Each block has each of its values once: those of the largest are looked up only where others may have them.
    const main = drawn.indexOf(Math.max(...drawn));
    this.#sources = blocks.map((block, i) => ({
      block,
      keyIndexes: new Uint32Array(drawn[i] ? block.keyEnds.length : 0),
      valueIndexes: new Uint32Array(drawn[i] ? block.valueEnds.length : 0),
    }));
    const bytes = blocks.reduce((sum, { values }, i) => sum + (drawn[i] ? values.length : 0), 0);
    this.#valueBytes = ByteWriter.take(Math.min(bytes, MAX_RESERVED));
    this.#isShared = sharedHashes(blocks, entries, main);
    this.#lastShared = new Uint32Array(this.#isShared.length);
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
    const { block, valueIndexes } = this.#sources[source]!;
    const slot = block.valueHashes[value]! & (this.#isShared.length - 1);
    const index =
      this.#isShared[slot] === 1 ? this.#sharedIndex(source, value, slot) : this.#appendValue(source, value);
    valueIndexes[value] = index;
    return index;
  }

  /** The index of a value that another block may have added already. */
  #sharedIndex(source: number, value: number, slot: number): number {
    const shared = this.#shared;
    const last = this.#lastShared[slot]!;
    for (let at = last; at > 0; at = shared[at + 2]!)
      if (this.#isSame(source, value, shared[at - 1]!, shared[at]!)) return shared[at + 1]!;
    const index = this.#appendValue(source, value);
    this.#lastShared[slot] = shared.length + 1;
    shared.push(source, value, index, last);
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

/** A byte for each slot of hashes: 1 where an entry of any but the main block has a value. */
function sharedHashes(blocks: readonly TileBlock[], entries: Uint32Array, main: number): Uint8Array {
  let pairs = 0;
  for (let i = 0; i < entries.length; i += 2) {
    const { pairsFrom } = blocks[entries[i]!]!;
    if (entries[i] !== main) pairs += pairsFrom[entries[i + 1]! + 1]! - pairsFrom[entries[i + 1]!]!;
  }
  const slots = new Uint8Array(2 ** Math.ceil(Math.log2(pairs * SLOTS_PER_PAIR + 1)));
  for (let i = 0; i < entries.length; i += 2) {
    if (entries[i] === main) continue;
    const { pairs: attributes, pairsFrom, valueHashes } = blocks[entries[i]!]!;
    const end = pairsFrom[entries[i + 1]! + 1]! * 2;
    for (let pair = pairsFrom[entries[i + 1]!]! * 2; pair < end; pair += 2)
      slots[valueHashes[attributes[pair + 1]!]! & (slots.length - 1)] = 1;
  }
  return slots;
}

function startOf({ valueEnds }: TileBlock, value: number): number {
  return value === 0 ? 0 : valueEnds[value - 1]!;
}
