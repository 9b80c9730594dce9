import { ByteWriter } from './byte-writer.ts';

/** Fields of the vector tile schema (version 2.1), with their wire types. */
const TILE_LAYERS = (3 << 3) | 2;
const LAYER_NAME = (1 << 3) | 2;
const LAYER_FEATURES = (2 << 3) | 2;
const LAYER_EXTENT = 5 << 3;
const LAYER_VERSION = 15 << 3;
const FEATURE_TAGS = (2 << 3) | 2;
const FEATURE_TYPE = 3 << 3;
const FEATURE_GEOMETRY = (4 << 3) | 2;

/** Coordinates of a tile are 32-bit numbers; this leaves room for the difference of any two. */
const LARGEST_BUFFER = 2 ** 29;

/** A buffer of so many pixels of a 256-pixel tile in units of an extent. */
export function unitsOf(bufferPixels: number, extent: number): number {
  return Math.min((bufferPixels * extent) / 256, LARGEST_BUFFER);
}

/** The one layer of a vector tile: features in bytes, to which keys and values are added at the end. */
export class TileLayer {
  readonly #name: string;
  readonly #extent: number;
  readonly #features = new ByteWriter(65536);
  readonly #feature = new ByteWriter(4096);

  constructor(name: string, extent: number) {
    this.#name = name;
    this.#extent = extent;
  }

  add(kind: number, pairs: ByteWriter, commands: ByteWriter): void {
    const feature = this.#feature;
    feature.clear();
    feature.field(FEATURE_TAGS, pairs.bytes);
    feature.byte(FEATURE_TYPE);
    feature.byte(kind);
    feature.field(FEATURE_GEOMETRY, commands.bytes);
    this.#features.field(LAYER_FEATURES, feature.bytes);
  }

  /** The tile; no bytes at all if nothing is in it. */
  finish(addDictionary: (layer: ByteWriter) => void): Uint8Array<ArrayBuffer> {
    if (this.#features.length === 0) return new Uint8Array(0);
    const layer = new ByteWriter(this.#features.length * 2 + 1024);
    layer.varint(LAYER_VERSION);
    layer.varint(2);
    layer.text(LAYER_NAME, this.#name);
    layer.append(this.#features.bytes);
    addDictionary(layer);
    layer.varint(LAYER_EXTENT);
    layer.varint(this.#extent);
    const tile = new ByteWriter(layer.length + 16);
    tile.field(TILE_LAYERS, layer.bytes);
    return tile.bytes;
  }
}
