import type { Geometry } from '@meridian/geo/geojson';
import type { SchemaElement } from 'hyparquet';
import { formatWkb } from '../geometry/wkb.write.ts';
import { isExactNumber } from '../json.ts';
import type { Platform } from '../platform.ts';
import type { FeatureParts, TableColumn, TableSchema, ValueType } from '../tabular/schema.ts';
import { type Table, withTable } from '../tabular/table.ts';
import type { FeatureInput, WriteOptions } from '../write/write-options.ts';

const GEOMETRY = 'geometry';
/** A row group is held in memory while it is written. */
const GROUP_ROWS = 20_000;
const GROUP_BYTES = 16 * 1024 * 1024;

const ELEMENTS: Record<ValueType, Omit<SchemaElement, 'name'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  // Given as bytes: the writer would parse and serialize texts again.
  json: { type: 'BYTE_ARRAY', logical_type: { type: 'JSON' } },
};

/** GeoParquet 1.1: geometries as WKB, in row groups that are written as they fill up. */
export async function* writeGeoParquet(
  features: AsyncIterable<FeatureInput>,
  _options: WriteOptions,
  platform: Platform,
): AsyncGenerator<Uint8Array> {
  yield* await withTable(features, [GEOMETRY], platform, writeTable);
}

async function* writeTable({ schema, rows }: Table): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const bytes = new ByteWriter();
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'root', num_children: schema.columns.length + 1 },
      ...schema.columns.map(({ name, type }) => ({
        name,
        repetition_type: 'OPTIONAL' as const,
        ...ELEMENTS[type],
      })),
      { name: GEOMETRY, repetition_type: 'OPTIONAL', type: 'BYTE_ARRAY' },
    ],
    kvMetadata: [{ key: 'geo', value: JSON.stringify(geoMetadata(schema)) }],
  });
  const group = new RowGroup(schema.columns);
  const flush = function* () {
    if (group.rows > 0) parquet.write({ columnData: group.take(), rowGroupSize: GROUP_ROWS });
    if (bytes.index > 0) yield bytes.getBytes().slice();
    bytes.index = 0;
  };
  for await (const parts of rows()) {
    group.add(parts);
    if (group.rows >= GROUP_ROWS || group.bytes >= GROUP_BYTES) yield* flush();
  }
  yield* flush();
  parquet.finish();
  yield bytes.getBytes().slice();
}

/** Values by column, and roughly how much they weigh. */
class RowGroup {
  rows = 0;
  bytes = 0;
  readonly #columns: TableColumn[];
  #values: unknown[][] = [];
  #geometries: (Uint8Array | null)[] = [];

  constructor(columns: TableColumn[]) {
    this.#columns = columns;
    this.take();
  }

  add(parts: FeatureParts): void {
    this.rows++;
    const { geometry } = parts.feature;
    const wkb = geometry === null ? null : formatWkb(geometry);
    this.#geometries.push(wkb);
    this.bytes += wkb?.length ?? 0;
    for (const [i, { type, pick }] of this.#columns.entries()) {
      const value = parquetValue(pick(parts), type);
      this.#values[i]!.push(value);
      this.bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
    }
  }

  take(): { name: string; data: unknown[] }[] {
    const data = this.#columns.map(({ name }, i) => ({ name, data: this.#values[i] ?? [] }));
    const taken = [...data, { name: GEOMETRY, data: this.#geometries }];
    this.rows = 0;
    this.bytes = 0;
    this.#values = this.#columns.map(() => []);
    this.#geometries = [];
    return taken;
  }
}

const encoder = new TextEncoder();

function parquetValue(value: unknown, type: ValueType): unknown {
  if (value === undefined) return null;
  if (type === 'json') return encoder.encode(value as string);
  if (type === 'integer') return BigInt(isExactNumber(value) ? value.rawJSON : (value as number));
  return value;
}

/** What GeoParquet 1.1 asks for under `geo`; coordinates without `crs` are longitude and latitude on WGS 84. */
function geoMetadata({ geometryTypes, heights, bbox }: TableSchema): object {
  const types = [...geometryTypes].flatMap((type: Geometry['type']) =>
    heights === 'none' ? [type] : heights === 'all' ? [`${type} Z`] : [type, `${type} Z`],
  );
  return {
    version: '1.1.0',
    primary_column: GEOMETRY,
    columns: {
      [GEOMETRY]: {
        encoding: 'WKB',
        geometry_types: types.sort(),
        ...(bbox === undefined ? {} : { bbox: [bbox.west, bbox.south, bbox.east, bbox.north] }),
      },
    },
  };
}
