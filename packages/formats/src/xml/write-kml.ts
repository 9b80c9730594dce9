import type { Geometry, Position } from '@meridian/geo/geojson';
import { isSingle } from '../geometry/is-single.ts';
import { isExactNumber } from '../json.ts';
import type { Platform } from '../platform.ts';
import type { ValueType } from '../tabular/schema.ts';
import type { Losses } from '../write/losses.ts';
import { type PlainColumn, type PlainTable, withPlainTable } from '../write/plain-table.ts';
import { utf8Chunks } from '../write/text-chunks.ts';
import type { FeatureInput, WriteOptions } from '../write/write-options.ts';
import { escapeXml } from './escape.ts';

const TYPES: Record<ValueType, string> = {
  text: 'string',
  json: 'string',
  boolean: 'bool',
  integer: 'double',
  number: 'double',
};

/** One document: a schema with the types of the properties, then a placemark for each feature. */
export async function* writeKml(
  features: AsyncIterable<FeatureInput>,
  options: WriteOptions,
  platform: Platform,
): AsyncGenerator<Uint8Array> {
  const title = options.name ?? 'features';
  const writeRows = async function* ({ columns, rows, losses }: PlainTable) {
    const name = columns.find((column) => column.name === 'name' && column.type === 'text');
    const others = columns.filter((column) => column !== name);
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>';
    yield `<name>${escapeXml(title, losses)}</name>\n`;
    if (others.length > 0) yield schemaOf(others, losses);
    for await (const parts of rows()) {
      const called = name?.pick(parts);
      const { geometry } = parts.feature;
      if (geometry !== null) countRegrouped(geometry, losses);
      yield '<Placemark>';
      // Programs, ours too, take an empty element for none.
      if (called === '') losses.add('emptyTexts');
      else if (called !== undefined) yield `<name>${escapeXml(String(called), losses)}</name>`;
      yield dataOf(
        others.map((column) => [column, column.pick(parts)]),
        losses,
      );
      yield `${geometry === null ? '' : kmlGeometry(geometry)}</Placemark>\n`;
    }
    yield '</Document></kml>\n';
  };
  yield* utf8Chunks(await withPlainTable(features, options, platform, writeRows));
}

function schemaOf(columns: PlainColumn[], losses: Losses): string {
  const fields = columns.map(
    ({ name, type }) => `<SimpleField type="${TYPES[type]}" name="${escapeXml(name, losses)}"></SimpleField>`,
  );
  return `<Schema name="features" id="features">${fields.join('')}</Schema>\n`;
}

function dataOf(values: [PlainColumn, unknown][], losses: Losses): string {
  const fields = values
    .filter(([, value]) => value !== undefined)
    .map(
      ([{ name }, value]) =>
        `<SimpleData name="${escapeXml(name, losses)}">${escapeXml(textOf(value), losses)}</SimpleData>`,
    );
  if (fields.length === 0) return '';
  return `<ExtendedData><SchemaData schemaUrl="#features">${fields.join('')}</SchemaData></ExtendedData>`;
}

export function textOf(value: unknown): string {
  if (isExactNumber(value)) return value.rawJSON;
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
}

/** A MultiGeometry is all that KML has for geometries of several parts. */
function countRegrouped(geometry: Geometry, losses: Losses): void {
  if (isSingle(geometry)) losses.add('single');
  else if ('coordinates' in geometry ? geometry.coordinates.length === 0 : geometry.geometries.length === 0)
    losses.add('empty');
  else if (geometry.type === 'GeometryCollection' && !hasOwnMembers(geometry.geometries))
    losses.add('regrouped');
}

/** Several plain geometries that are not all of one type: such collections are read back as they are. */
function hasOwnMembers(members: readonly Geometry[]): boolean {
  return (
    members.some(({ type }) => type !== members[0]!.type) &&
    members.every(({ type }) => type === 'Point' || type === 'LineString' || type === 'Polygon')
  );
}

function kmlGeometry(geometry: Geometry): string {
  switch (geometry.type) {
    case 'Point':
      return `<Point>${coordinates([geometry.coordinates])}</Point>`;
    case 'LineString':
      return `<LineString>${coordinates(geometry.coordinates)}</LineString>`;
    case 'Polygon':
      return polygon(geometry.coordinates);
    case 'MultiPoint':
      return several(geometry.coordinates.map((position) => `<Point>${coordinates([position])}</Point>`));
    case 'MultiLineString':
      return several(geometry.coordinates.map((line) => `<LineString>${coordinates(line)}</LineString>`));
    case 'MultiPolygon':
      return several(geometry.coordinates.map(polygon));
    case 'GeometryCollection':
      return several(geometry.geometries.map(kmlGeometry));
  }
}

function several(members: string[]): string {
  return `<MultiGeometry>${members.join('')}</MultiGeometry>`;
}

function polygon(rings: Position[][]): string {
  const boundaries = rings.map((ring, i) => {
    const side = i === 0 ? 'outer' : 'inner';
    return `<${side}BoundaryIs><LinearRing>${coordinates(ring)}</LinearRing></${side}BoundaryIs>`;
  });
  return `<Polygon>${boundaries.join('')}</Polygon>`;
}

function coordinates(positions: Position[]): string {
  return `<coordinates>${positions.map((position) => position.join(',')).join(' ')}</coordinates>`;
}
