import { byteOrderMark, decoderFor } from './text/encoding.ts';

/** What can be read, with the endings of names that stand for it. Content decides if it is unambiguous. */
export const FORMATS = {
  geojson: { title: 'GeoJSON', endings: ['geojson', 'json'] },
  ndjson: {
    title: 'newline-delimited GeoJSON',
    endings: ['ndjson', 'geojsonl', 'jsonl', 'ldjson', 'ndgeojson'],
  },
  geojsonseq: { title: 'GeoJSON text sequence', endings: ['geojsons', 'geojsonseq'] },
  csv: { title: 'CSV', endings: ['csv', 'tsv', 'tab', 'txt'] },
  shapefile: { title: 'Shapefile', endings: ['shp'] },
  geopackage: { title: 'GeoPackage', endings: ['gpkg'] },
  gpx: { title: 'GPX', endings: ['gpx'] },
  kml: { title: 'KML', endings: ['kml', 'kmz'] },
  flatgeobuf: { title: 'FlatGeobuf', endings: ['fgb'] },
  topojson: { title: 'TopoJSON', endings: ['topojson'] },
  geoparquet: { title: 'GeoParquet', endings: ['parquet', 'geoparquet'] },
  xlsx: { title: 'Excel workbook', endings: ['xlsx', 'xlsm'] },
  ods: { title: 'OpenDocument spreadsheet', endings: ['ods'] },
  gml: { title: 'GML', endings: ['gml', 'wfs'] },
  esrijson: { title: 'Esri JSON', endings: ['esrijson'] },
  osm: { title: 'OpenStreetMap XML', endings: ['osm'] },
  osmpbf: { title: 'OpenStreetMap PBF', endings: ['pbf'] },
  mif: { title: 'MapInfo MIF', endings: ['mif'] },
  // Tables of text may have the same ending: their content tells.
  mapinfo: { title: 'MapInfo TAB', endings: ['tab'] },
  dxf: { title: 'AutoCAD DXF', endings: ['dxf'] },
} as const;

export type FormatId = keyof typeof FORMATS;
export type ContainerId = 'gzip' | 'zip';

/** Where the name of the first member of an archive stands. */
const NAME_AT = 30;

/** As many first bytes as detection likes to see. */
export const HEAD_BYTES = 64 * 1024;

const MAGIC: [FormatId | ContainerId, ...number[]][] = [
  ['gzip', 0x1f, 0x8b],
  ['zip', 0x50, 0x4b, 0x03, 0x04],
  ['zip', 0x50, 0x4b, 0x05, 0x06],
  ['geopackage', ...ascii('SQLite format 3\0')],
  ['flatgeobuf', 0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62],
  ['geoparquet', ...ascii('PAR1')],
  ['shapefile', 0x00, 0x00, 0x27, 0x0a],
];

/** Comments, and then a section. */
const DXF_START = /^(?:999\r?\n[^\n]*\n\s*)*0\r?\n\s*SECTION\b/;

/** Behind the length of the first blob's header: the name of what is in it. */
const OSM_HEADER = [0x0a, 9, ...ascii('OSMHeader')];

/** The format of a file by its first bytes and, where these leave it open, its name. */
export function detectFormat(name: string, head: Uint8Array): FormatId | ContainerId | undefined {
  for (const [format, ...magic] of MAGIC)
    if (magic.every((byte, i) => head[i] === byte)) return format === 'zip' ? zipFormat(head) : format;
  if (OSM_HEADER.every((byte, i) => head[4 + i] === byte)) return 'osmpbf';
  const named = formatByName(name);
  const text = textOf(head);
  if (text === undefined) return undefined;
  const start = text.trimStart();
  if (start.startsWith('\x1e')) return 'geojsonseq';
  if (/^Version\s+\d+\s*$/im.test(start.slice(0, 40)) && /^\s*Columns\s+\d+/im.test(start)) return 'mif';
  if (/^!table\b/i.test(start)) return 'mapinfo';
  if (DXF_START.test(start)) return 'dxf';
  if (start.startsWith('{') || start.startsWith('[')) return jsonFormat(start, named);
  if (start.startsWith('<')) return xmlFormat(start);
  return named === 'csv' || (named === undefined && looksTabular(text)) ? 'csv' : undefined;
}

export function formatByName(name: string): FormatId | undefined {
  const ending = name.toLowerCase().replace(/\.gz$/, '').split('.').at(-1)!;
  const found = Object.entries(FORMATS).find(([, { endings }]) =>
    (endings as readonly string[]).includes(ending),
  );
  return found?.[0] as FormatId | undefined;
}

/** Documents of office programs are archives. Their first member tells. */
function zipFormat(head: Uint8Array): FormatId | ContainerId {
  const start = decoderFor('windows-1252')!.decode(head.subarray(0, 200));
  if (start.startsWith('mimetypeapplication/vnd.oasis.opendocument.spreadsheet', NAME_AT)) return 'ods';
  return /^(?:\[Content_Types\]\.xml|_rels\/|xl\/|docProps\/)/.test(start.slice(NAME_AT)) ? 'xlsx' : 'zip';
}

function jsonFormat(text: string, named: FormatId | undefined): FormatId {
  if (isTopology(text) || named === 'topojson') return 'topojson';
  if (named === 'esrijson' || isEsri(text)) return 'esrijson';
  // A whole feature on the first line, and another one on the second.
  if (/^\{[^\n]*\}\s*\n\s*\{/.test(text)) return 'ndjson';
  return named === 'ndjson' ? 'ndjson' : 'geojson';
}

/** Features may have a property of that name and value, but a collection does not begin with such members. */
function isTopology(text: string): boolean {
  return (
    /^\{\s*"(?:type|objects|arcs|transform|bbox)"/.test(text) &&
    /^\{[^{}]*"type"\s*:\s*"Topology"|"arcs"\s*:/.test(text) &&
    /"Topology"/.test(text)
  );
}

/** A response of a FeatureServer, or what ArcGIS writes. */
function isEsri(text: string): boolean {
  return (
    /^\{[^[\]]*?"(?:geometryType|spatialReference|objectIdFieldName|displayFieldName|fieldAliases)"\s*:/.test(
      text,
    ) &&
    /"features"\s*:|"fields"\s*:/.test(text) &&
    !/^\{[^[\]]*?"type"\s*:\s*"FeatureCollection"/.test(text)
  );
}

function xmlFormat(text: string): FormatId | undefined {
  const root = /<(?![?!])(?:[\w.-]+:)?([\w.-]+)/.exec(text.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ''))?.[1];
  if (root === 'osm') return 'osm';
  if (root === 'kml' || root === 'Document' || root === 'Placemark') return 'kml';
  if (root === 'FeatureCollection' || /\bxmlns(?::\w+)?\s*=\s*["']http:\/\/www\.opengis\.net\/gml/.test(text))
    return 'gml';
  return root === 'gpx' ? 'gpx' : undefined;
}

/** Two lines, each with the same delimiter. */
function looksTabular(text: string): boolean {
  const [first, second] = text.split(/\r?\n/, 2);
  return [',', ';', '\t', '|'].some((delimiter) => first?.includes(delimiter) && second?.includes(delimiter));
}

/** Undefined if the bytes are no text. Which encoding it is in matters little: what is looked for is ASCII. */
function textOf(head: Uint8Array): string | undefined {
  const mark = byteOrderMark(head);
  if (mark !== undefined) {
    const text = new TextDecoder(mark.encoding, { ignoreBOM: true }).decode(head.subarray(mark.length));
    return text;
  }
  return head.includes(0) ? undefined : decoderFor('windows-1252')!.decode(head);
}

function ascii(text: string): number[] {
  return [...text].map((char) => char.charCodeAt(0));
}
