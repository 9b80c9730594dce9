import { ByteWriter, longVarintLength, putVarint, SHORT_BYTES, varintLength } from './byte-writer.ts';

/** Fields of the vector tile schema (version 2.1), with their wire types. */
const TILE_LAYERS = (3 << 3) | 2;
const LAYER_NAME = (1 << 3) | 2;
const LAYER_FEATURES = (2 << 3) | 2;
const LAYER_EXTENT = 5 << 3;
const LAYER_VERSION = 15 << 3;
const FEATURE_ID = 1 << 3;
const FEATURE_TAGS = (2 << 3) | 2;
const FEATURE_TYPE = 3 << 3;
const FEATURE_GEOMETRY = (4 << 3) | 2;

/** Coordinates of a tile are 32-bit numbers; this leaves room for the difference of any two. */
const LARGEST_BUFFER = 2 ** 29;

/** A buffer of this many pixels of a 256-pixel tile in units of an extent. */
export function unitsOf(bufferPixels: number, extent: number): number {
  return Math.min((bufferPixels * extent) / 256, LARGEST_BUFFER);
}

/** The one layer of a vector tile: features in bytes, to which keys and values are added at the end. */
export class TileLayer {
  readonly #name: string;
  readonly #extent: number;
  readonly #features: ByteWriter;

  /** `features`: how many there will be, as far as that is known. */
  constructor(name: string, extent: number, features = 1000) {
    this.#name = name;
    this.#extent = extent;
    this.#features = ByteWriter.take(features * FEATURE_BYTES);
  }

  /** `id`: a whole number below 2^53. */
  add(kind: number, pairs: ByteWriter, commands: ByteWriter, id?: number): void {
    const features = this.#features;
    features.byte(LAYER_FEATURES);
    const idLength = id === undefined ? 0 : 1 + longVarintLength(id);
    features.varint(4 + idLength + lengthOf(pairs) + lengthOf(commands));
    if (id !== undefined) {
      features.byte(FEATURE_ID);
      features.varint(id);
    }
    features.fieldOf(FEATURE_TAGS, pairs);
    features.byte(FEATURE_TYPE);
    features.byte(kind);
    features.fieldOf(FEATURE_GEOMETRY, commands);
  }

  /** The same for a feature with one attribute and no number. */
  addWithPair(kind: number, key: number, value: number, commands: ByteWriter): void {
    const features = this.#features;
    const { length } = commands;
    const pair = varintLength(key) + varintLength(value);
    const from = commands.withRoom(0);
    const into = features.withRoom(MAX_FEATURE_HEAD + length);
    let at = features.length;
    into[at++] = LAYER_FEATURES;
    at = putVarint(into, at, 4 + varintLength(pair) + pair + varintLength(length) + length);
    into[at++] = FEATURE_TAGS;
    at = putVarint(into, at, pair);
    at = putVarint(into, at, key);
    at = putVarint(into, at, value);
    into[at++] = FEATURE_TYPE;
    into[at++] = kind;
    into[at++] = FEATURE_GEOMETRY;
    at = putVarint(into, at, length);
    if (length > SHORT_BYTES) into.set(commands.bytes, at);
    else for (let i = 0; i < length; i++) into[at + i] = from[i]!;
    features.length = at + length;
  }

  /** The tile, of keys and values as fields of the layer; no bytes at all if nothing is in it. Called once, at the end. */
  finish(keys: Uint8Array, values: Uint8Array): Uint8Array<ArrayBuffer> {
    const features = this.#features.bytes;
    if (features.length === 0) return new Uint8Array(0);
    const head = new ByteWriter();
    head.byte(LAYER_VERSION);
    head.byte(2);
    head.text(LAYER_NAME, this.#name);
    const end = new ByteWriter(16);
    end.byte(LAYER_EXTENT);
    end.varint(this.#extent);
    const parts = [head.bytes, features, keys, values, end.bytes];
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const tile = new ByteWriter(length + 1 + varintLength(length));
    tile.byte(TILE_LAYERS);
    tile.varint(length);
    for (const part of parts) tile.append(part);
    this.#features.giveBack();
    return tile.bytes;
  }
}

/** What stands before the commands of a feature with one attribute. */
const MAX_FEATURE_HEAD = 32;

/** What a feature takes, most of the time at most. */
const FEATURE_BYTES = 80;

/** Of bytes with their length before them. */
function lengthOf({ length }: ByteWriter): number {
  return varintLength(length) + length;
}
