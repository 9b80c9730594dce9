import { refuse } from '../check.ts';
import type { ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import type { Reading } from '../reading.ts';
import { isOurs, roleOf } from '../tabular/column-names.ts';
import { featureOfRow } from '../tabular/row.ts';
import { ByteReader } from '../text/byte-reader.ts';
import { Table } from './flatbuffer-table.ts';
import { geometryOf } from './geometry.read.ts';
import {
  COLUMN,
  COLUMN_TYPES,
  CRS,
  DEFAULT_NODE_SIZE,
  FEATURE,
  HEADER,
  indexBytes,
  MAGIC,
} from './layout.ts';
import { type Column, cellsOf } from './properties.read.ts';

const MAX_HEADER_BYTES = 16 * 1024 * 1024;

/** `features`: how many there are; 0 where a writer did not know. */
type Header = { geometryType: number; columns: Column[]; project: ToWgs84; features: number };

/** FlatGeobuf from front to back: the index, if there is one, is passed over. */
export async function* readFlatGeobuf(reading: Reading): AsyncGenerator<ReadRecord> {
  const { source, file, limits } = reading;
  const reader = new ByteReader(source.stream(), file);
  try {
    const magic = await reader.need(MAGIC.length);
    if (!MAGIC.subarray(0, 7).every((byte, i) => magic[i] === byte))
      throw new FormatFault('malformed', file, 'is no FlatGeobuf of version 3');
    const headerBytes = await size(reader);
    if (headerBytes > MAX_HEADER_BYTES)
      throw new FormatFault('malformed', file, `has a header of ${headerBytes} bytes`);
    const header = await readHeader(await reader.need(headerBytes), reader, reading);
    for (let count = 0; ; count++) {
      const prefix = await reader.take(4);
      if (prefix === undefined) {
        if (count < header.features)
          throw new FormatFault(
            'truncated',
            file,
            `ends behind ${count} of the ${header.features} features that its header tells of`,
          );
        return;
      }
      const length = new DataView(prefix.buffer, prefix.byteOffset, 4).getUint32(0, true);
      const location = reading.next();
      if (length > limits.featureBytes) {
        await reader.skip(length);
        if (location !== undefined) yield refuse(location, `is longer than ${limits.featureBytes} bytes`);
        continue;
      }
      const bytes = await reader.need(length);
      if (location !== undefined) yield recordOf(bytes, header, location);
    }
  } finally {
    await reader.close();
  }
}

async function size(reader: ByteReader): Promise<number> {
  const bytes = await reader.need(4);
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
}

async function readHeader(bytes: Uint8Array, reader: ByteReader, reading: Reading): Promise<Header> {
  const { file, options } = reading;
  try {
    const table = Table.root(bytes);
    const columns = columnsOf(table.tables(HEADER.columns), file);
    const crs = table.table(HEADER.crs);
    const code = crs?.int(CRS.code) ?? 0;
    const wkt = crs?.text(CRS.wkt);
    const definition = options.crs ?? {
      ...(code > 0 ? { code } : {}),
      ...(wkt === undefined ? {} : { wkt }),
    };
    const isKnown = options.crs !== undefined || code > 0 || wkt !== undefined;
    if (!isKnown) reading.guess('coordinates in WGS 84');
    const project: ToWgs84 = isKnown ? await reading.project(definition) : (geometry) => geometry;
    const features = table.long(HEADER.featuresCount);
    const nodeSize = table.short(HEADER.indexNodeSize, DEFAULT_NODE_SIZE);
    if (nodeSize === 1) throw new FormatFault('malformed', file, 'has an index of node size 1');
    const geometryType = table.byte(HEADER.geometryType);
    if (nodeSize > 0 && features > 0) await reader.skip(indexBytes(features, nodeSize));
    return { geometryType, columns, project, features };
  } catch (error) {
    if (error instanceof RangeError) throw new FormatFault('malformed', file, 'has a broken header');
    throw error;
  }
}

function columnsOf(tables: Table[], file: string): Column[] {
  const names = tables.map((table) => table.text(COLUMN.name) ?? '');
  const ours = isOurs(names);
  return tables.map((table, i) => {
    const type = COLUMN_TYPES[table.byte(COLUMN.type)];
    if (type === undefined)
      throw new FormatFault('malformed', file, `has a column ${names[i]} of an unknown type`);
    return { name: names[i]!, type, role: ours ? roleOf(names[i]!) : { property: names[i]! } };
  });
}

function recordOf(
  bytes: Uint8Array,
  { geometryType, columns, project }: Header,
  location: SourceLocation,
): ReadRecord {
  try {
    const feature = Table.root(bytes);
    const shape = feature.table(FEATURE.geometry);
    const geometry = shape === undefined ? null : geometryOf(shape, geometryType);
    const own = feature.tables(FEATURE.columns);
    const cells = cellsOf(
      feature.bytes(FEATURE.properties) ?? new Uint8Array(0),
      own.length > 0 ? columnsOf(own, location.file) : columns,
    );
    return featureOfRow(cells, geometry && project(geometry), location);
  } catch (error) {
    if (error instanceof GeometryFormatError) return refuse(location, error.message);
    if (error instanceof RangeError)
      return refuse(location, 'is a broken feature: it leads out of its own bytes');
    throw error;
  }
}
