import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Case, inSystems } from './case.ts';
import type { ColumnSet, Kind } from './sources.ts';

const SIMPLE: Kind[] = ['point', 'line', 'polygon', 'multipoint', 'multiline', 'multipolygon'];
const ALL: Kind[] = [
  ...SIMPLE,
  'pointz',
  'pointm',
  'pointzm',
  'linez',
  'linem',
  'polygonz',
  'multipolygonz',
  'collection',
  'mixed',
  'null',
  'allnull',
  'emptypoint',
  'emptyline',
  'emptypolygon',
  'emptycollection',
  'islands',
  'curve',
];

const utf8 = ['-lco', 'ENCODING=UTF-8'];
const without = (ending: string) => (path: string) => rmSync(path.replace(/shp$/i, ending));

/** The geometry alone. */
export const NO_COLUMNS = ['-select', ''];

const ENCODINGS: [encoding: string, columns: ColumnSet][] = [
  ['ISO-8859-1', 'latin'],
  ['CP1252', 'western'],
  ['CP1250', 'central'],
  ['CP1251', 'cyrillic'],
  ['CP437', 'latin'],
  ['CP850', 'latin'],
  ['CP866', 'cyrillic'],
  ['ISO-8859-2', 'central'],
  ['ISO-8859-5', 'cyrillic'],
  ['ISO-8859-15', 'latin'],
  ['UTF-8', 'world'],
];

export const SHAPEFILES: Case[] = [
  ...ALL.filter((kind) => !['collection', 'mixed', 'emptycollection', 'allnull', 'curve'].includes(kind)).map(
    (kind): Case => ({ file: `${kind}.shp`, kind, columns: 'plain', args: utf8 }),
  ),
  { file: 'allnull.shp', kind: 'allnull', columns: 'plain', args: [...utf8, '-nlt', 'POINT'] },
  { file: 'curve.shp', kind: 'curve', args: utf8 },
  { file: 'arc-of-unknown-type.shp', kind: 'line', args: [...utf8, '-lco', 'SHPT=ARCM'] },
  { file: 'polygon-as-z.shp', kind: 'polygon', args: [...utf8, '-lco', 'SHPT=POLYGONZ'] },
  { file: 'table-only.shp', kind: 'point', args: [...utf8, '-nlt', 'POINT', '-where', "name = 'no such'"] },
  ...inSystems((epsg) => ({ file: `polygon-${epsg}.shp`, args: utf8 })),
  ...ENCODINGS.map(
    ([encoding, columns]): Case => ({
      file: `encoding-${encoding.toLowerCase()}.shp`,
      kind: 'point',
      columns,
      args: ['-lco', `ENCODING=${encoding}`],
    }),
  ),
  ...(['ISO-8859-1', 'CP1252', 'UTF-8'] as const).map(
    (encoding): Case => ({
      file: `no-cpg-${encoding.toLowerCase()}.shp`,
      kind: 'point',
      columns: encoding === 'UTF-8' ? 'world' : 'latin',
      args: ['-lco', `ENCODING=${encoding}`],
      afterwards: (path) => rmSync(path.replace(/shp$/, 'cpg'), { force: true }),
    }),
  ),
  { file: 'types.shp', kind: 'point', columns: 'types', args: utf8 },
  { file: 'texts.shp', kind: 'point', columns: 'texts', args: utf8 },
  { file: 'names.shp', kind: 'point', columns: 'names', args: utf8 },
  { file: 'no-columns.shp', kind: 'point', args: [...utf8, ...NO_COLUMNS] },
  { file: 'no-prj.shp', kind: 'point', args: utf8, afterwards: without('prj') },
  {
    file: 'no-prj-25832.shp',
    kind: 'point',
    epsg: 25832,
    args: utf8,
    afterwards: without('prj'),
    options: { crs: 'EPSG:25832' },
    gdal: ['-s_srs', 'EPSG:25832'],
  },
  {
    file: 'no-shx.shp',
    kind: 'point',
    args: utf8,
    afterwards: without('shx'),
    gdal: ['--config', 'SHAPE_RESTORE_SHX', 'YES'],
  },
  { file: 'no-dbf.shp', kind: 'polygon', args: utf8, afterwards: without('dbf') },
  { file: 'with-index.shp', kind: 'polygon', args: [...utf8, '-lco', 'SPATIAL_INDEX=YES'] },
  { file: 'trimmed.shp', kind: 'point', columns: 'texts', args: [...utf8, '-lco', 'RESIZE=YES'] },
  { file: 'UPPER.SHP', kind: 'point', args: utf8, afterwards: (path) => upperCase(path) },
  { file: 'deleted-row.shp', kind: 'point', args: utf8, afterwards: (path) => deleteRow(path) },
  { file: 'zipped.shz', kind: 'polygon', columns: 'plain', args: utf8 },
  {
    file: 'zipped-several.shp.zip',
    kind: 'polygon',
    columns: 'plain',
    args: utf8,
    more: [{ layer: 'other', kind: 'point', args: utf8 }],
  },
];

/** GDAL writes lower case; old programs of Windows do not. */
function upperCase(path: string): void {
  const folder = dirname(path);
  const stem = basename(path).split('.')[0]!;
  for (const name of readdirSync(folder))
    if (name.startsWith(`${stem}.`)) renameSync(join(folder, name), join(folder, name.toUpperCase()));
}

/** Marks a row as deleted, without packing the table. */
function deleteRow(path: string): void {
  execFileSync('ogrinfo', [
    '-q',
    path,
    '-dialect',
    'SQLITE',
    '-sql',
    'DELETE FROM "deleted-row" WHERE rowid = 1',
  ]);
}

const NATIVE_TYPES = "SELECT *, CAST(x'0102ff' AS BLOB) AS bytes FROM source";

export const GEOPACKAGES: Case[] = [
  ...ALL.map((kind): Case => ({ file: `${kind}.gpkg`, kind, columns: 'plain' })),
  ...inSystems((epsg) => ({ file: `polygon-${epsg}.gpkg` })),
  { file: 'types.gpkg', kind: 'point', columns: 'types' },
  { file: 'zones.gpkg', kind: 'point', columns: 'zones' },
  { file: 'texts.gpkg', kind: 'point', columns: 'texts' },
  { file: 'names.gpkg', kind: 'point', columns: 'names' },
  { file: 'world.gpkg', kind: 'point', columns: 'world' },
  { file: 'no-columns.gpkg', kind: 'point', args: [...NO_COLUMNS] },
  { file: 'bytes.gpkg', kind: 'point', args: ['-dialect', 'SQLITE', '-sql', NATIVE_TYPES] },
  { file: 'no-index.gpkg', kind: 'polygon', args: ['-lco', 'SPATIAL_INDEX=NO'] },
  { file: 'no-contents.gpkg', kind: 'polygon', args: ['-dsco', 'ADD_GPKG_OGR_CONTENTS=NO'] },
  {
    file: 'other-names.gpkg',
    kind: 'polygon',
    args: ['-lco', 'GEOMETRY_NAME=the_geom', '-lco', 'FID=objectid'],
  },
  {
    file: 'described.gpkg',
    kind: 'polygon',
    args: ['-lco', 'IDENTIFIER=Flächen', '-lco', 'DESCRIPTION=areas'],
  },
  ...['1.0', '1.1', '1.2', '1.3'].map(
    (version): Case => ({
      file: `version-${version}.gpkg`,
      kind: 'multipolygon',
      args: ['-dsco', `VERSION=${version}`],
    }),
  ),
  { file: 'no-z-declared.gpkg', kind: 'pointz', args: ['-dim', 'XY'] },
  { file: 'table-only.gpkg', kind: 'allnull', columns: 'types', args: ['-nlt', 'NONE'] },
  {
    file: 'table-without-geometry.gpkg',
    kind: 'allnull',
    columns: 'types',
    args: ['-nlt', 'NONE'],
    options: { csv: { allowNoGeometry: true } },
  },
  {
    file: 'table-by-name.gpkg',
    kind: 'polygon',
    more: [{ layer: 'codes', kind: 'allnull', args: ['-nlt', 'NONE'] }],
    options: { layer: 'codes' },
    layers: ['codes'],
  },
  {
    file: 'several-layers.gpkg',
    kind: 'polygon',
    more: [
      { layer: 'points', kind: 'point', columns: 'types' },
      { layer: 'Straßen 2', kind: 'line' },
    ],
  },
  {
    file: 'layer-and-table.gpkg',
    kind: 'polygon',
    more: [{ layer: 'codes', kind: 'allnull', args: ['-nlt', 'NONE'] }],
  },
  { file: 'view.gpkg', kind: 'polygon', afterwards: addView('WKT') },
  // The table has no such column: GDAL stops at this layer.
  { file: 'view-broken.gpkg', kind: 'polygon', layers: ['view-broken'], afterwards: addView('geom') },
  { file: 'no-features.gpkg', kind: 'point', args: ['-where', "name = 'no such'"] },
];

/** Adds a layer that is a view of the first one. */
function addView(geometry: string): (path: string) => void {
  return (path) => {
    const table = basename(path, '.gpkg');
    for (const sql of [
      `CREATE VIEW large AS SELECT fid AS OGC_FID, ${geometry}, name FROM "${table}" WHERE whole > 0`,
      "INSERT INTO gpkg_contents (table_name, identifier, data_type, srs_id) VALUES ('large', 'large', 'features', 4326)",
      `INSERT INTO gpkg_geometry_columns VALUES ('large', '${geometry}', 'POLYGON', 4326, 0, 0)`,
    ])
      ogr2ogrSql(path, sql);
  };
}

function ogr2ogrSql(path: string, sql: string): void {
  execFileSync('ogrinfo', ['-q', path, '-sql', sql]);
}

export const FLATGEOBUFS: Case[] = [
  ...ALL.filter((kind) => !kind.startsWith('empty') && kind !== 'null' && kind !== 'allnull').map(
    (kind): Case => ({ file: `${kind}.fgb`, kind, columns: 'plain' }),
  ),
  ...(['emptypoint', 'emptyline', 'emptypolygon', 'emptycollection', 'null', ...SIMPLE] as const).map(
    (kind): Case => ({
      file: `${kind}-no-index.fgb`,
      kind,
      columns: 'plain',
      args: ['-lco', 'SPATIAL_INDEX=NO'],
    }),
  ),
  ...inSystems((epsg) => ({ file: `polygon-${epsg}.fgb` })),
  { file: 'types.fgb', kind: 'point', columns: 'types' },
  { file: 'zones.fgb', kind: 'point', columns: 'zones' },
  { file: 'texts.fgb', kind: 'point', columns: 'texts' },
  { file: 'names.fgb', kind: 'point', columns: 'names' },
  { file: 'world.fgb', kind: 'point', columns: 'world' },
  { file: 'no-columns.fgb', kind: 'point', args: [...NO_COLUMNS] },
  { file: 'bytes.fgb', kind: 'point', args: ['-dialect', 'SQLITE', '-sql', NATIVE_TYPES] },
  { file: 'typed-multipolygon.fgb', kind: 'polygon', args: ['-nlt', 'PROMOTE_TO_MULTI'] },
  { file: 'no-features.fgb', kind: 'point', args: ['-nlt', 'POINT', '-where', "name = 'no such'"] },
];

export { ALL, SIMPLE };
