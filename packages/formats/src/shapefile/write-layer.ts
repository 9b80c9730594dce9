import type { Geometry } from '@meridian/geo/geojson';
import { inspectGeometry } from '@meridian/geo/inspect';
import type { FeatureParts } from '../tabular/schema.ts';
import type { DbfField } from './dbf-fields.ts';
import { partsOfShape, putShape, type ShapeKind, shapeBytes, shapeType } from './shapes.ts';

const HEADER_BYTES = 100;
const RECORD_BYTES = 8;
const CHUNK_BYTES = 64 * 1024;
const UTF8_DRIVER = 0;

/** One shapefile to be written, with what its headers say. */
export type Layer = {
  kind: ShapeKind;
  hasZ: boolean;
  fields: DbfField[];
  /** Bytes of each shape, without the headers of records. */
  sizes: number[];
  /** West, south, east, north, lowest, highest. */
  bounds: number[];
  shpBytes: number;
};

/** Collects what the headers of a shapefile say. */
export class LayerSizes {
  hasZ = false;
  /** Features with positions without a height. */
  flat = 0;
  readonly #kind: ShapeKind;
  readonly #flatSizes: number[] = [];
  readonly #highSizes: number[] = [];
  readonly #bounds = [
    ...[Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ...[Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ...[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ];

  constructor(kind: ShapeKind) {
    this.#kind = kind;
  }

  add(geometry: Geometry | null): void {
    this.#flatSizes.push(shapeBytes(geometry, this.#kind, false));
    this.#highSizes.push(shapeBytes(geometry, this.#kind, true));
    if (geometry === null) return;
    if (inspectGeometry(geometry).hasZ) this.hasZ = true;
    const bounds = this.#bounds as [number, number, number, number, number, number];
    let isFlat = false;
    for (const part of partsOfShape(geometry))
      for (const [x, y, height] of part) {
        if (height === undefined) isFlat = true;
        const z = height ?? 0;
        bounds[0] = Math.min(bounds[0], x);
        bounds[1] = Math.min(bounds[1], y);
        bounds[2] = Math.max(bounds[2], x);
        bounds[3] = Math.max(bounds[3], y);
        bounds[4] = Math.min(bounds[4], z);
        bounds[5] = Math.max(bounds[5], z);
      }
    if (isFlat) this.flat++;
  }

  finish(fields: DbfField[]): Layer {
    const { hasZ } = this;
    const sizes = hasZ ? this.#highSizes : this.#flatSizes;
    const shpBytes = sizes.reduce((sum, size) => sum + RECORD_BYTES + size, HEADER_BYTES);
    const bounds = this.#bounds.map((value, i) => (Number.isFinite(value) && (hasZ || i < 4) ? value : 0));
    return { kind: this.#kind, hasZ, fields, sizes, bounds, shpBytes };
  }
}

function header({ kind, hasZ, bounds }: Layer, bytes: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES));
  view.setInt32(0, 9994);
  view.setInt32(24, bytes / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, shapeType(kind, hasZ), true);
  for (const [i, value] of bounds.entries()) view.setFloat64(36 + i * 8, value, true);
  return new Uint8Array(view.buffer);
}

export async function* shpChunks(
  layer: Layer,
  rows: AsyncIterable<FeatureParts>,
): AsyncGenerator<Uint8Array> {
  yield header(layer, layer.shpBytes);
  let n = 0;
  for await (const { feature } of rows) {
    const size = layer.sizes[n]!;
    const view = new DataView(new ArrayBuffer(RECORD_BYTES + size));
    view.setInt32(0, ++n);
    view.setInt32(4, size / 2);
    // An empty multi-geometry has the size of none.
    putShape(view, RECORD_BYTES, size === 4 ? null : feature.geometry, layer.kind, layer.hasZ);
    yield new Uint8Array(view.buffer);
  }
}

/** Where each shape is. */
export async function* shxChunks(layer: Layer): AsyncGenerator<Uint8Array> {
  const { sizes } = layer;
  yield header(layer, HEADER_BYTES + sizes.length * RECORD_BYTES);
  const view = new DataView(new ArrayBuffer(sizes.length * RECORD_BYTES));
  let offset = HEADER_BYTES;
  for (const [i, size] of sizes.entries()) {
    view.setInt32(i * RECORD_BYTES, offset / 2);
    view.setInt32(i * RECORD_BYTES + 4, size / 2);
    offset += RECORD_BYTES + size;
  }
  if (sizes.length > 0) yield new Uint8Array(view.buffer);
}

/** dBase III: a header with the fields, then rows of fixed length. */
export async function* dbfChunks(
  { fields, sizes }: Layer,
  rows: AsyncIterable<FeatureParts>,
): AsyncGenerator<Uint8Array> {
  const headerBytes = 32 + fields.length * 32 + 1;
  const rowBytes = fields.reduce((sum, { width }) => sum + width, 1);
  const view = new DataView(new ArrayBuffer(headerBytes));
  const bytes = new Uint8Array(view.buffer);
  // The day it was written, which says nothing here.
  bytes.set([3, 80, 1, 1]);
  view.setUint32(4, sizes.length, true);
  view.setUint16(8, headerBytes, true);
  view.setUint16(10, rowBytes, true);
  bytes[29] = UTF8_DRIVER;
  for (const [i, { name, type, width, decimals }] of fields.entries()) {
    const at = 32 + i * 32;
    bytes.set(name, at);
    bytes[at + 11] = type.charCodeAt(0);
    bytes[at + 16] = width;
    bytes[at + 17] = decimals;
  }
  bytes[headerBytes - 1] = 0x0d;
  yield bytes;
  let chunk = new Uint8Array(Math.max(CHUNK_BYTES, rowBytes));
  let filled = 0;
  for await (const parts of rows) {
    if (filled + rowBytes > chunk.length) {
      yield chunk.subarray(0, filled);
      chunk = new Uint8Array(chunk.length);
      filled = 0;
    }
    chunk[filled++] = 0x20;
    for (const field of fields) {
      chunk.set(field.bytes(parts), filled);
      filled += field.width;
    }
  }
  yield chunk.subarray(0, filled);
  yield new Uint8Array([0x1a]);
}
