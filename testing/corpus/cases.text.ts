import { readFileSync, writeFileSync } from 'node:fs';
import type { Case } from './case.ts';
import { inSystems } from './case.ts';
import { ALL, NO_COLUMNS, SIMPLE } from './cases.binary.ts';
import { run } from './gdal.ts';
import type { Kind } from './sources.ts';

/** Turns a text into another encoding by iconv of the C library; `mark` goes before it. */
const recoded =
  (encoding: string, mark: number[] = []) =>
  (path: string): void => {
    const bytes = readFileSync(path);
    run('iconv', 'libc-bin', ['-f', 'UTF-8', '-t', encoding, '-o', path, path]);
    if (encoding === 'UTF-8') writeFileSync(path, bytes);
    writeFileSync(path, Buffer.concat([Buffer.from(mark), readFileSync(path)]));
  };
const UTF8_MARK = [0xef, 0xbb, 0xbf];
const UTF16LE_MARK = [0xff, 0xfe];
const UTF16BE_MARK = [0xfe, 0xff];

const DRAWN = ALL.filter((kind) => kind !== 'curve');

export const GEOJSONS: Case[] = [
  ...DRAWN.map((kind): Case => ({ file: `${kind}.geojson`, kind, columns: 'plain' })),
  ...inSystems((epsg) => ({ file: `polygon-${epsg}.geojson` })),
  { file: 'rfc7946.geojson', kind: 'multipolygon', args: ['-lco', 'RFC7946=YES'] },
  { file: 'rfc7946-dateline.geojson', kind: 'line', location: [179.75, 10], args: ['-lco', 'RFC7946=YES'] },
  { file: 'bbox.geojson', kind: 'polygon', args: ['-lco', 'WRITE_BBOX=YES'] },
  { file: 'bbox-z.geojson', kind: 'polygonz', args: ['-lco', 'WRITE_BBOX=YES'] },
  { file: 'id-field.geojson', kind: 'point', columns: 'keys', args: ['-lco', 'ID_FIELD=id'] },
  {
    file: 'id-number.geojson',
    kind: 'point',
    args: ['-lco', 'ID_FIELD=whole', '-lco', 'ID_TYPE=Integer', '-where', 'whole IS NOT NULL'],
  },
  { file: 'id-generated.geojson', kind: 'point', args: ['-lco', 'ID_GENERATE=YES'] },
  {
    file: 'few-digits.geojson',
    kind: 'polygon',
    location: [9.123456, 50.654321],
    args: ['-lco', 'COORDINATE_PRECISION=4'],
  },
  { file: 'described.geojson', kind: 'point', args: ['-lco', 'DESCRIPTION=some points', '-nln', 'Straßen'] },
  { file: 'types.geojson', kind: 'point', columns: 'types' },
  { file: 'zones.geojson', kind: 'point', columns: 'zones' },
  { file: 'texts.geojson', kind: 'point', columns: 'texts' },
  { file: 'names.geojson', kind: 'point', columns: 'names' },
  { file: 'world.geojson', kind: 'point', columns: 'world' },
  { file: 'no-columns.geojson', kind: 'point', args: [...NO_COLUMNS] },
  { file: 'no-features.geojson', kind: 'point', args: ['-where', "name = 'no such'"] },
  {
    file: 'byte-order-mark.geojson',
    kind: 'point',
    columns: 'world',
    afterwards: recoded('UTF-8', UTF8_MARK),
  },
  ...(['-lco,RS=YES', '-lco,RS=NO'] as const).flatMap((rs) =>
    ([...SIMPLE, 'pointz', 'collection', 'mixed', 'null'] as Kind[]).map(
      (kind): Case => ({
        file: `${kind}.${rs.endsWith('YES') ? 'geojsons' : 'geojsonl'}`,
        kind,
        columns: 'plain',
        args: ['-f', 'GeoJSONSeq', ...rs.split(',')],
      }),
    ),
  ),
  { file: 'types.geojsonl', kind: 'point', columns: 'types', args: ['-f', 'GeoJSONSeq'] },
];

const typed = [
  '-oo',
  'AUTODETECT_TYPE=YES',
  '-oo',
  'QUOTED_FIELDS_AS_STRING=YES',
  '-oo',
  'EMPTY_STRING_AS_NULL=YES',
  '-oo',
  'KEEP_GEOM_COLUMNS=NO',
];
const byXY = [
  ...typed,
  '-oo',
  'X_POSSIBLE_NAMES=X',
  '-oo',
  'Y_POSSIBLE_NAMES=Y',
  '-oo',
  'Z_POSSIBLE_NAMES=Z',
];
const wkt = ['-lco', 'GEOMETRY=AS_WKT'];
const csv = (file: string, rest: Partial<Case> = {}): Case => ({
  file,
  kind: 'point',
  columns: 'plain',
  args: wkt,
  gdal: typed,
  ...rest,
});

export const CSVS: Case[] = [
  ...DRAWN.map((kind) => csv(`${kind}.csv`, { kind })),
  ...inSystems((epsg) => ({
    file: `polygon-${epsg}.csv`,
    args: wkt,
    options: { crs: `EPSG:${epsg}` },
    gdal: [...typed, '-s_srs', `EPSG:${epsg}`],
  })),
  ...(['XY', 'YX', 'XYZ'] as const).flatMap((columns) =>
    (['COMMA', 'SEMICOLON', 'TAB', 'SPACE', 'PIPE'] as const).map((separator) =>
      csv(`${columns.toLowerCase()}-${separator.toLowerCase()}.csv`, {
        kind: columns === 'XYZ' ? 'pointz' : 'point',
        args: ['-lco', `GEOMETRY=AS_${columns}`, '-lco', `SEPARATOR=${separator}`],
        gdal: byXY,
      }),
    ),
  ),
  csv('xy-25832.csv', {
    columns: 'ascii',
    epsg: 25832,
    args: ['-lco', 'GEOMETRY=AS_XY'],
    options: { crs: 'EPSG:25832' },
    gdal: [...byXY, '-s_srs', 'EPSG:25832'],
  }),
  csv('lines-of-windows.csv', { args: [...wkt, '-lco', 'LINEFORMAT=CRLF'] }),
  csv('quoted-always.csv', { args: [...wkt, '-lco', 'STRING_QUOTING=ALWAYS'] }),
  csv('quoted-if-ambiguous.csv', { columns: 'texts', args: [...wkt, '-lco', 'STRING_QUOTING=IF_AMBIGUOUS'] }),
  csv('with-csvt.csv', { columns: 'types', args: [...wkt, '-lco', 'CREATE_CSVT=YES'] }),
  csv('mark-of-gdal.csv', { columns: 'world', args: [...wkt, '-lco', 'WRITE_BOM=YES'] }),
  csv('types.csv', { columns: 'types' }),
  csv('zones.csv', { columns: 'zones' }),
  csv('names.csv', { columns: 'names' }),
  csv('other-column.csv', {
    args: [...wkt, '-lco', 'GEOMETRY_NAME=the_geom'],
    gdal: [...typed, '-oo', 'GEOM_POSSIBLE_NAMES=the_geom'],
  }),
  csv('wkt-tab.csv', { args: [...wkt, '-lco', 'SEPARATOR=TAB'] }),
  csv('utf-16le.csv', {
    columns: 'world',
    isReadBefore: true,
    afterwards: recoded('UTF-16LE', UTF16LE_MARK),
  }),
  csv('utf-16be.csv', {
    columns: 'world',
    isReadBefore: true,
    afterwards: recoded('UTF-16BE', UTF16BE_MARK),
  }),
  csv('cp1252.csv', { columns: 'western', isReadBefore: true, afterwards: recoded('CP1252') }),
  csv('latin-1.csv', { columns: 'latin', isReadBefore: true, afterwards: recoded('ISO-8859-1') }),
  csv('cp1251-said.csv', {
    columns: 'cyrillic',
    isReadBefore: true,
    afterwards: recoded('CP1251'),
    options: { encoding: 'windows-1251' },
  }),
];

const gml = (version: string) => ['-f', 'GML', '-dsco', `FORMAT=${version}`];

export const GMLS: Case[] = [
  ...(['GML2', 'GML3', 'GML3.2'] as const).flatMap((version) =>
    (
      [...SIMPLE, 'pointz', 'polygonz', 'multipolygonz', 'collection', 'mixed', 'null', 'islands'] as Kind[]
    ).map(
      (kind): Case => ({
        file: `${kind}-${version.toLowerCase()}.gml`,
        kind,
        columns: 'plain',
        args: gml(version),
      }),
    ),
  ),
  ...inSystems((epsg) => ({ file: `polygon-${epsg}-gml3.2.gml`, args: gml('GML3.2') })),
  ...inSystems((epsg) => ({ file: `polygon-${epsg}-gml2.gml`, args: gml('GML2') })),
  {
    file: 'short-names.gml',
    kind: 'polygon',
    epsg: 25832,
    args: [...gml('GML3.2'), '-dsco', 'SRSNAME_FORMAT=SHORT'],
  },
  { file: 'urls.gml', kind: 'polygon', args: [...gml('GML3.2'), '-dsco', 'SRSNAME_FORMAT=OGC_URL'] },
  { file: 'deegree.gml', kind: 'polygon', args: gml('GML3Deegree') },
  { file: 'no-prefix.gml', kind: 'polygon', args: [...gml('GML3.2'), '-dsco', 'STRIP_PREFIX=TRUE'] },
  {
    file: 'feature-bounds.gml',
    kind: 'polygon',
    args: [...gml('GML3.2'), '-dsco', 'WRITE_FEATURE_BOUNDED_BY=YES'],
  },
  { file: 'curve.gml', kind: 'curve', args: gml('GML3.2') },
  { file: 'types.gml', kind: 'point', columns: 'types', args: gml('GML3.2') },
  { file: 'texts.gml', kind: 'point', columns: 'texts', args: gml('GML3.2') },
  { file: 'world.gml', kind: 'point', columns: 'world', args: gml('GML3.2') },
];

export const KMLS: Case[] = [
  ...(['KML', 'LIBKML'] as const).flatMap((driver) =>
    ([...SIMPLE, 'pointz', 'linez', 'polygonz', 'collection', 'mixed', 'null', 'islands'] as Kind[]).map(
      (kind): Case => ({
        file: `${kind}-${driver.toLowerCase()}.kml`,
        kind,
        columns: 'plain',
        args: ['-f', driver],
      }),
    ),
  ),
  ...(['KML', 'LIBKML'] as const).flatMap((driver): Case[] => [
    { file: `types-${driver.toLowerCase()}.kml`, kind: 'point', columns: 'types', args: ['-f', driver] },
    { file: `texts-${driver.toLowerCase()}.kml`, kind: 'point', columns: 'texts', args: ['-f', driver] },
    { file: `world-${driver.toLowerCase()}.kml`, kind: 'point', columns: 'world', args: ['-f', driver] },
  ]),
  { file: 'zipped.kmz', kind: 'polygon', args: ['-f', 'LIBKML'] },
  { file: 'clamped.kml', kind: 'pointz', args: ['-f', 'KML', '-dsco', 'AltitudeMode=absolute'] },
];

const gpx = (type: string) => ['-f', 'GPX', '-dsco', 'GPX_USE_EXTENSIONS=YES', '-nlt', type];

export const GPXS: Case[] = [
  { file: 'waypoints.gpx', kind: 'point', columns: 'plain', args: gpx('POINT'), layers: ['waypoints'] },
  { file: 'waypoints-z.gpx', kind: 'pointz', columns: 'plain', args: gpx('POINT25D'), layers: ['waypoints'] },
  {
    file: 'routes.gpx',
    kind: 'line',
    columns: 'plain',
    args: [...gpx('LINESTRING'), '-lco', 'FORCE_GPX_ROUTE=YES'],
    layers: ['routes'],
  },
  {
    file: 'tracks.gpx',
    kind: 'multiline',
    columns: 'plain',
    args: gpx('MULTILINESTRING'),
    layers: ['tracks'],
  },
  {
    file: 'tracks-z.gpx',
    kind: 'linez',
    columns: 'plain',
    args: [...gpx('LINESTRING25D'), '-lco', 'FORCE_GPX_TRACK=YES'],
    layers: ['tracks'],
  },
  { file: 'types.gpx', kind: 'point', columns: 'types', args: gpx('POINT'), layers: ['waypoints'] },
  { file: 'world.gpx', kind: 'point', columns: 'world', args: gpx('POINT'), layers: ['waypoints'] },
];

/** GDAL finds names in the first row only if it is told to. */
export const FROM_WKT = [
  '--config',
  'OGR_XLSX_HEADERS',
  'FORCE',
  '--config',
  'OGR_ODS_HEADERS',
  'FORCE',
  '-dialect',
  'SQLITE',
  '-sql',
];

/** GDAL reads no geometries from workbooks; what it is asked for here makes them of the column. */
export const SHEETS: Case[] = (['xlsx', 'ods'] as const).flatMap((ending): Case[] => [
  ...(['plain', 'types', 'zones', 'texts', 'names', 'world'] as const).map(
    (columns): Case => ({
      file: `${columns}.${ending}`,
      kind: 'point',
      columns,
      gdal: [...FROM_WKT, 'SELECT *, ST_GeomFromText(WKT) FROM source'],
    }),
  ),
  ...(['line', 'polygon', 'multipolygon', 'null'] as const).map(
    (kind): Case => ({
      file: `${kind}.${ending}`,
      kind,
      columns: 'ascii',
      gdal: [...FROM_WKT, 'SELECT *, ST_GeomFromText(WKT) FROM source'],
    }),
  ),
]);
