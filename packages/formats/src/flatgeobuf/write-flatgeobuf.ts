import { Builder } from 'flatbuffers';
import { hasHeight } from '../geometry/heights.ts';
import type { Platform } from '../platform.ts';
import { FLAT_COLUMN } from '../tabular/column-names.ts';
import type { FeatureParts, TableColumn, TableSchema, ValueType } from '../tabular/schema.ts';
import { type Table, withTable } from '../tabular/table.ts';
import { joined } from '../text/byte-reader.ts';
import type { FeatureInput, WriteOptions } from '../write/write-options.ts';
import { addGeometry } from './geometry.write.ts';
import {
  COLUMN,
  COLUMN_TYPES,
  type ColumnType,
  CRS,
  FEATURE,
  GEOMETRY_TYPES,
  HEADER,
  MAGIC,
} from './layout.ts';
import { propertiesOf } from './properties.write.ts';
import { doubles, offsets } from './vectors.ts';

const CHUNK_BYTES = 256 * 1024;
const TYPES: Record<ValueType, ColumnType> = {
  text: 'String',
  integer: 'Long',
  number: 'Double',
  boolean: 'Bool',
  json: 'Json',
};

/** FlatGeobuf without an index: that would put the features into another order, and need them all in memory. */
export async function* writeFlatGeobuf(
  features: AsyncIterable<FeatureInput>,
  { name = 'features' }: WriteOptions,
  platform: Platform,
): AsyncGenerator<Uint8Array> {
  yield* await withTable(features, [], platform, (table) => writeTable(withFlat(table), name));
}

/** Where only some geometries have heights, a column says which have none. */
function withFlat({ schema, rows }: Table): Table {
  if (schema.heights !== 'some') return { schema, rows };
  const flat: TableColumn = {
    name: FLAT_COLUMN,
    type: 'boolean',
    pick: ({ feature: { geometry } }) => (geometry !== null && !hasHeight(geometry) ? true : undefined),
  };
  return { schema: { ...schema, columns: [...schema.columns, flat] }, rows };
}

async function* writeTable({ schema, rows }: Table, name: string): AsyncGenerator<Uint8Array> {
  yield MAGIC;
  yield header(schema, name);
  let parts: Uint8Array[] = [];
  let length = 0;
  const builder = new Builder(1024);
  for await (const row of rows()) {
    const bytes = feature(row, schema, builder);
    parts.push(bytes);
    length += bytes.length;
    if (length < CHUNK_BYTES) continue;
    yield joined(parts, length);
    parts = [];
    length = 0;
  }
  if (length > 0) yield joined(parts, length);
}

/** The type of all geometries; 0 (unknown) where they differ, and each says its own. */
function fileType({ geometryTypes }: TableSchema): number {
  const [first, ...others] = geometryTypes;
  return first === undefined || others.length > 0 ? 0 : GEOMETRY_TYPES.indexOf(first);
}

function header(schema: TableSchema, name: string): Uint8Array {
  const builder = new Builder(1024);
  const columns = schema.columns.map((column) => {
    const columnName = builder.createString(column.name);
    builder.startObject(11);
    builder.addFieldOffset(COLUMN.name, columnName, 0);
    builder.addFieldInt8(COLUMN.type, COLUMN_TYPES.indexOf(TYPES[column.type]), 0);
    return builder.endObject();
  });
  const columnList = offsets(builder, columns);
  const org = builder.createString('EPSG');
  builder.startObject(6);
  builder.addFieldOffset(CRS.org, org, 0);
  builder.addFieldInt32(CRS.code, 4326, 0);
  const crs = builder.endObject();
  const layer = builder.createString(name);
  const { bbox } = schema;
  const envelope = bbox && doubles(builder, [bbox.west, bbox.south, bbox.east, bbox.north]);
  builder.startObject(14);
  builder.addFieldOffset(HEADER.name, layer, 0);
  if (envelope !== undefined) builder.addFieldOffset(HEADER.envelope, envelope, 0);
  builder.addFieldInt8(HEADER.geometryType, fileType(schema), 0);
  builder.addFieldInt8(HEADER.hasZ, schema.heights === 'none' ? 0 : 1, 0);
  builder.addFieldOffset(HEADER.columns, columnList, 0);
  builder.addFieldInt64(HEADER.featuresCount, BigInt(schema.count), 0n);
  builder.addFieldInt16(HEADER.indexNodeSize, 0, 16);
  builder.addFieldOffset(HEADER.crs, crs, 0);
  builder.finishSizePrefixed(builder.endObject());
  return builder.asUint8Array();
}

function feature(parts: FeatureParts, schema: TableSchema, builder: Builder): Uint8Array {
  builder.clear();
  const { geometry } = parts.feature;
  const shape = geometry === null ? undefined : addGeometry(builder, geometry, schema.heights !== 'none');
  const properties = propertiesOf(parts, schema.columns);
  const list = properties.length === 0 ? undefined : builder.createByteVector(properties);
  builder.startObject(3);
  if (shape !== undefined) builder.addFieldOffset(FEATURE.geometry, shape, 0);
  if (list !== undefined) builder.addFieldOffset(FEATURE.properties, list, 0);
  builder.finishSizePrefixed(builder.endObject());
  return builder.asUint8Array().slice();
}
