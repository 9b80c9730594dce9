import type { Geometry, Position } from '@meridian/geo/geojson';
import { isSingle } from '../geometry/is-single.ts';
import type { Platform } from '../platform.ts';
import type { FeatureParts } from '../tabular/schema.ts';
import type { Losses } from '../write/losses.ts';
import { type PlainColumn, type PlainTable, withPlainTable } from '../write/plain-table.ts';
import { utf8Chunks } from '../write/text-chunks.ts';
import type { FeatureInput, WriteOptions } from '../write/write-options.ts';
import { escapeXml } from './escape.ts';
import { textOf } from './write-kml.ts';
import { xmlNames } from './xml-names.ts';

/** Elements of a waypoint before its name, and those that every kind has; their order is that of the schema. */
const BEFORE = ['time'];
const ELEMENTS = ['name', 'cmt', 'desc', 'src', 'sym', 'type'];
const OF_TRACKS = ['name', 'cmt', 'desc', 'src', 'type'];

/** Points become waypoints, lines become tracks; GPX wants all waypoints first. */
export async function* writeGpx(
  features: AsyncIterable<FeatureInput>,
  options: WriteOptions,
  platform: Platform,
): AsyncGenerator<Uint8Array> {
  const writeRows = async function* (table: PlainTable) {
    const { rows, losses } = table;
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Meridian" xmlns="http://www.topografix.com/GPX/1/1" xmlns:ogr="http://osgeo.org/gdal">\n';
    const waypoint = details(table, [...BEFORE, ...ELEMENTS]);
    for await (const parts of rows()) {
      const { geometry } = parts.feature;
      for (const position of pointsOf(geometry, losses)) yield waypointOf(position, waypoint(parts));
    }
    const track = details(table, OF_TRACKS);
    for await (const parts of rows()) {
      const { geometry } = parts.feature;
      const lines = linesOf(geometry);
      if (isSingle(geometry)) losses.add('single');
      if (lines.length > 0) losses.add('tracks');
      if (lines.length > 0) yield `<trk>${track(parts).join('')}${lines.map(segmentOf).join('')}</trk>\n`;
    }
    yield '</gpx>\n';
  };
  yield* utf8Chunks(await withPlainTable(features, options, platform, writeRows));
}

/** Waypoints of a feature; what can be neither waypoint nor track is counted here, once. */
function pointsOf(geometry: Geometry | null, losses: Losses): Position[] {
  if (geometry?.type === 'Point') return [geometry.coordinates];
  if (geometry?.type === 'MultiPoint' && geometry.coordinates.length > 0) {
    losses.add('waypoints', geometry.coordinates.length);
    return geometry.coordinates;
  }
  if (geometry === null) losses.add('placeless');
  else if (linesOf(geometry).length === 0) losses.add('neither');
  return [];
}

function linesOf(geometry: Geometry | null): Position[][] {
  if (geometry?.type === 'LineString') return [geometry.coordinates];
  return geometry?.type === 'MultiLineString' ? geometry.coordinates : [];
}

/** The properties of a feature as elements: time, then the others that GPX knows, then the rest as extensions. */
function details(
  { columns, losses }: PlainTable,
  known: readonly string[],
): (parts: FeatureParts) => string[] {
  const named = known.map((name) => columns.find((column) => column.name === name && column.type === 'text'));
  const others = columns.filter((column) => !named.includes(column));
  const names = xmlNames(others.map(({ name }) => name));
  losses.atLeast('xmlNames', names.filter((name, i) => name !== others[i]!.name).length);
  const element = (name: string, column: PlainColumn | undefined, parts: FeatureParts) => {
    const value = column?.pick(parts);
    return value === undefined ? '' : `<${name}>${escapeXml(textOf(value), losses)}</${name}>`;
  };
  const knownElement = (name: string, column: PlainColumn | undefined, parts: FeatureParts) => {
    if (column?.pick(parts) !== '') return element(name, column, parts);
    // Programs, ours too, take an empty one for none.
    losses.add('emptyTexts');
    return '';
  };
  return (parts) => {
    const extended = others.map((column, i) => element(`ogr:${names[i]}`, column, parts));
    losses.add('textsOnly', extended.filter((text) => text !== '').length);
    const more = extended.join('');
    return [
      ...known.map((name, i) => knownElement(name, named[i], parts)),
      more === '' ? '' : `<extensions>${more}</extensions>`,
    ];
  };
}

function waypointOf([lon, lat, height]: Position, elements: string[]): string {
  const ele = height === undefined ? '' : `<ele>${height}</ele>`;
  return `<wpt lat="${lat}" lon="${lon}">${ele}${elements.join('')}</wpt>\n`;
}

function segmentOf(line: Position[]): string {
  const points = line.map(
    ([lon, lat, height]) =>
      `<trkpt lat="${lat}" lon="${lon}">${height === undefined ? '' : `<ele>${height}</ele>`}</trkpt>`,
  );
  return `<trkseg>${points.join('')}</trkseg>`;
}
