import { type BBox, isEmptyBBox } from '../bbox.ts';
import type { Geometry, Position } from '../geojson.ts';
import { boxOf } from '../planar/parts.ts';
import { mercatorX, mercatorY } from '../tile/web-mercator.ts';
import { Attributes } from './attributes.ts';
import { fieldEnds, hashOf, readVarints } from './fields.ts';
import { flatMembers, KINDS, kindOf } from './kinds.ts';
import { toTileBlockBytes } from './tile-block.ts';

/** Indexes of keys and values in a block are 16-bit numbers. */
const MAX_VALUES = 0x10000;

/** Builds a tile block from features, which must be added in the order of their numbers. */
export class TileBlockWriter {
  readonly #attributes = new Attributes();
  readonly #order: number[] = [];
  readonly #boxes: number[] = [];
  readonly #coords: number[] = [];
  readonly #partsFrom: number[] = [];
  readonly #partEnds: number[] = [];
  readonly #pairsFrom: number[] = [];
  readonly #pairs: number[] = [];

  /** `properties` is JSON, as `JSON.stringify` writes it. */
  add(number: number, id: string, geometry: Geometry, properties: string): void {
    this.#attributes.describeText(id, properties);
    const members = geometry.type === 'GeometryCollection' ? flatMembers(geometry.geometries) : [geometry];
    for (const kind of KINDS) {
      const alike = members.filter((member) => kindOf(member) === kind);
      const box = boxOf({ type: 'GeometryCollection', geometries: alike });
      if (!isEmptyBBox(box)) this.#enter(number * 4 + kind, box, alike);
    }
  }

  #enter(order: number, { west, south, east, north }: BBox, members: Geometry[]): void {
    this.#order.push(order);
    this.#boxes.push(mercatorX(west), mercatorY(north), mercatorX(east), mercatorY(south));
    this.#partsFrom.push(this.#partEnds.length);
    for (const member of members) this.#draw(member);
    this.#pairsFrom.push(this.#pairs.length / 2);
    for (const index of readVarints(this.#attributes.pairs.bytes)) this.#pairs.push(index);
  }

  #draw(geometry: Geometry): void {
    switch (geometry.type) {
      case 'Point':
        return this.#part([geometry.coordinates], 0);
      case 'MultiPoint':
      case 'LineString':
        return this.#part(geometry.coordinates, 0);
      case 'MultiLineString':
        for (const line of geometry.coordinates) this.#part(line, 0);
        return;
      case 'Polygon':
        return this.#polygon(geometry.coordinates);
      case 'MultiPolygon':
        for (const rings of geometry.coordinates) this.#polygon(rings);
    }
  }

  #polygon(rings: Position[][]): void {
    for (let r = 0; r < rings.length; r++) this.#part(rings[r]!.slice(1), r === 0 ? 1 : 0);
  }

  #part(positions: Position[], isOuter: 0 | 1): void {
    for (const [longitude, latitude] of positions)
      this.#coords.push(mercatorX(longitude), mercatorY(latitude));
    this.#partEnds.push(this.#coords.length + isOuter);
  }

  /** The block; undefined if its features have too many different values. */
  finish(): Uint8Array<ArrayBuffer> | undefined {
    const { keys, values } = this.#attributes;
    const keyEnds = fieldEnds(keys);
    const valueEnds = fieldEnds(values);
    if (keyEnds.length > MAX_VALUES || valueEnds.length > MAX_VALUES) return undefined;
    return toTileBlockBytes({
      order: Float64Array.from(this.#order),
      boxes: Float64Array.from(this.#boxes),
      coords: Float64Array.from(this.#coords),
      partsFrom: Uint32Array.from([...this.#partsFrom, this.#partEnds.length]),
      partEnds: Uint32Array.from(this.#partEnds),
      pairsFrom: Uint32Array.from([...this.#pairsFrom, this.#pairs.length / 2]),
      keyEnds: Uint32Array.from(keyEnds),
      valueEnds: Uint32Array.from(valueEnds),
      valueHashes: Uint32Array.from(valueEnds, (end, i) =>
        hashOf(values, i === 0 ? 0 : valueEnds[i - 1]!, end),
      ),
      pairs: Uint16Array.from(this.#pairs),
      keys,
      values,
    });
  }
}
