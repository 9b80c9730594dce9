import type { Geometry } from '../geojson.ts';
import type { TileAddress } from '../tile/tile-address.ts';
import { TileFrame } from '../tile/tile-frame.ts';
import { Attributes } from './attributes.ts';
import { ByteWriter } from './byte-writer.ts';
import { GeometryEncoder } from './geometry-encoder.ts';

/** Fields of the vector tile schema (version 2.1), with their wire types. */
const TILE_LAYERS = (3 << 3) | 2;
const LAYER_NAME = (1 << 3) | 2;
const LAYER_FEATURES = (2 << 3) | 2;
const LAYER_EXTENT = 5 << 3;
const LAYER_VERSION = 15 << 3;
const FEATURE_TAGS = (2 << 3) | 2;
const FEATURE_TYPE = 3 << 3;
const FEATURE_GEOMETRY = (4 << 3) | 2;

const POINT = 1;
const LINE = 2;
const POLYGON = 3;

/** Coordinates of a tile are 32-bit numbers; this leaves room for the difference of any two. */
const LARGEST_BUFFER = 2 ** 29;

/**
 * One layer of a vector tile, written feature by feature straight into bytes. Geometry is cut to the tile with a
 * buffer of so many pixels of a 256-pixel tile (Infinity: hardly cut at all) and dropped where nothing of it is left.
 */
export class TileWriter {
  readonly #name: string;
  readonly #extent: number;
  readonly #geometry: GeometryEncoder;
  readonly #attributes = new Attributes();
  readonly #features = new ByteWriter(65536);
  readonly #feature = new ByteWriter(4096);

  constructor(layer: string, tile: TileAddress, extent = 4096, bufferPixels = 4) {
    this.#name = layer;
    this.#extent = extent;
    const buffer = Math.min((bufferPixels * extent) / 256, LARGEST_BUFFER);
    this.#geometry = new GeometryEncoder(new TileFrame(tile, extent), buffer);
  }

  /**
   * A GeometryCollection becomes up to three features: its points, its lines and its polygons. Tells whether there was
   * anything to draw.
   */
  add(id: string, geometry: Geometry, properties: Record<string, unknown>, flatten = false): boolean {
    return this.#add(geometry, () => this.#attributes.describe(id, properties, flatten));
  }

  /** The same for properties that are JSON, as `JSON.stringify` writes it; nested values stay JSON text. */
  addText(id: string, geometry: Geometry, properties: string): boolean {
    return this.#add(geometry, () => this.#attributes.describeText(id, properties));
  }

  #add(geometry: Geometry, describe: () => void): boolean {
    if (geometry.type !== 'GeometryCollection') return this.#write(kindOf(geometry), [geometry], describe);
    const members = flatMembers(geometry.geometries);
    let isDrawn = false;
    for (const kind of [POINT, LINE, POLYGON]) {
      const alike = members.filter((member) => kindOf(member) === kind);
      if (alike.length > 0 && this.#write(kind, alike, describe)) isDrawn = true;
    }
    return isDrawn;
  }

  /** The tile; no bytes at all if nothing is in it. */
  finish(): Uint8Array<ArrayBuffer> {
    if (this.#features.length === 0) return new Uint8Array(0);
    const layer = new ByteWriter(this.#features.length + 1024);
    layer.varint(LAYER_VERSION);
    layer.varint(2);
    layer.text(LAYER_NAME, this.#name);
    layer.append(this.#features.bytes);
    this.#attributes.write(layer);
    layer.varint(LAYER_EXTENT);
    layer.varint(this.#extent);
    const tile = new ByteWriter(layer.length + 16);
    tile.field(TILE_LAYERS, layer.bytes);
    return tile.bytes;
  }

  #write(kind: number, geometries: Geometry[], describe: () => void): boolean {
    this.#geometry.begin();
    for (const geometry of geometries) this.#draw(geometry);
    if (this.#geometry.commands.length === 0) return false;
    describe();
    const feature = this.#feature;
    feature.clear();
    feature.field(FEATURE_TAGS, this.#attributes.pairs.bytes);
    feature.byte(FEATURE_TYPE);
    feature.byte(kind);
    feature.field(FEATURE_GEOMETRY, this.#geometry.commands.bytes);
    this.#features.field(LAYER_FEATURES, feature.bytes);
    return true;
  }

  #draw(geometry: Geometry): void {
    switch (geometry.type) {
      case 'Point':
        return this.#geometry.points([geometry.coordinates]);
      case 'MultiPoint':
        return this.#geometry.points(geometry.coordinates);
      case 'LineString':
        return this.#geometry.line(geometry.coordinates);
      case 'MultiLineString':
        for (const line of geometry.coordinates) this.#geometry.line(line);
        return;
      case 'Polygon':
        return this.#geometry.polygon(geometry.coordinates);
      case 'MultiPolygon':
        for (const rings of geometry.coordinates) this.#geometry.polygon(rings);
    }
  }
}

function kindOf({ type }: Geometry): number {
  if (type === 'Point' || type === 'MultiPoint') return POINT;
  return type === 'LineString' || type === 'MultiLineString' ? LINE : POLYGON;
}

function flatMembers(geometries: Geometry[]): Geometry[] {
  return geometries.flatMap((member) =>
    member.type === 'GeometryCollection' ? flatMembers(member.geometries) : [member],
  );
}
