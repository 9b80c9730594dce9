import type { Geometry } from '../geojson.ts';
import type { TileAddress } from '../tile/tile-address.ts';
import { TileFrame } from '../tile/tile-frame.ts';
import type { SeenFeature } from '../viz/seen-feature.ts';
import { Attributes } from './attributes.ts';
import { GeometryEncoder } from './geometry-encoder.ts';
import { flatMembers, KINDS, kindOf } from './kinds.ts';
import { TileLayer, unitsOf } from './tile-layer.ts';

/**
 * One layer of a vector tile, written feature by feature straight into bytes. Geometry is cut to the tile with a
 * buffer of this many pixels of a 256-pixel tile (Infinity: hardly cut at all) and dropped where nothing of it is left.
 */
export class TileWriter {
  readonly #layer: TileLayer;
  readonly #geometry: GeometryEncoder;
  readonly #attributes = new Attributes();
  #idKey: number | undefined;

  constructor(layer: string, tile: TileAddress, extent = 4096, bufferPixels = 4) {
    this.#layer = new TileLayer(layer, extent);
    this.#geometry = new GeometryEncoder(new TileFrame(tile, extent), unitsOf(bufferPixels, extent));
  }

  /**
   * A GeometryCollection becomes up to three features: its points, its lines and its polygons. Returns whether there was
   * anything to draw.
   */
  add(
    id: string,
    geometry: Geometry,
    properties: Record<string, unknown>,
    flatten = false,
    keyPrefix = '',
  ): boolean {
    return this.#add(geometry, () => this.#attributes.describe(id, properties, flatten, keyPrefix));
  }

  /** The same for properties that are JSON, as `JSON.stringify` writes it; nested values stay JSON text. */
  addText(id: string, geometry: Geometry, properties: string): boolean {
    return this.#add(geometry, () => this.#attributes.describeText(id, properties));
  }

  /** The same for what can be seen of a feature, with its id alone. */
  addSeen(feature: SeenFeature): boolean {
    this.#geometry.begin();
    this.#geometry.seen(feature);
    if (this.#geometry.commands.length === 0) return false;
    const value = this.#attributes.addId(feature.idBytes, feature.idFrom, feature.idTo);
    this.#idKey ??= this.#attributes.idKey;
    this.#layer.addWithPair(feature.kind, this.#idKey, value, this.#geometry.commands);
    return true;
  }

  #add(geometry: Geometry, describe: () => void): boolean {
    if (geometry.type !== 'GeometryCollection') return this.#write(kindOf(geometry), [geometry], describe);
    const members = flatMembers(geometry.geometries);
    let isDrawn = false;
    for (const kind of KINDS) {
      const alike = members.filter((member) => kindOf(member) === kind);
      if (alike.length > 0 && this.#write(kind, alike, describe)) isDrawn = true;
    }
    return isDrawn;
  }

  /** The tile; no bytes at all if nothing is in it. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#layer.finish(this.#attributes.keys, this.#attributes.values);
  }

  #write(kind: number, geometries: Geometry[], describe: () => void): boolean {
    this.#geometry.begin();
    for (const geometry of geometries) this.#draw(geometry);
    if (this.#geometry.commands.length === 0) return false;
    describe();
    this.#layer.add(kind, this.#attributes.pairs, this.#geometry.commands);
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
