import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Point } from '@meridian/geo/geojson';
import { drawnOf } from '../../../testing/effort.ts';
import { findProgram } from '../../../testing/programs.ts';
import type { Feature } from './feature.ts';
import { fileSource, LOSSLESS_FORMATS, WRITE_FORMATS, type WriteFormatId, writeFeatures } from './node.ts';
import type { ReadOptions } from './options.ts';
import { collect, each, readAll } from './testing/read-all.ts';
import { canonical, type SampleKind, sampleFeatures } from './testing/sample-features.ts';

/** GDAL of Debian makes files for us to read, and reads those that we write. */
const gdal = findProgram(['ogr2ogr'], 'gdal-bin');
const skip = 'skip' in gdal ? gdal.skip : false;
/** Each case runs GDAL: `npm test` draws kinds and systems of every format, `npm run test:long` takes all. */
const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);
const KINDS = 3;
const SYSTEMS = 6;
const folder = mkdtempSync(join(tmpdir(), 'meridian-gdal-'));
after(() => rmSync(folder, { recursive: true }));
let made = 0;

function ogr2ogr(...args: string[]): string {
  return execFileSync('path' in gdal ? gdal.path : '', args, {
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

const GERMANY: [number, number] = [9, 50];
const BRITAIN: [number, number] = [-2.5, 52];

/** What a format makes of our attributes. */
type Attributes = (properties: Feature['properties']) => Feature['properties'];
const same: Attributes = (properties) => properties;
const numbersForFlags: Attributes = ({ flag, ...others }) => ({ ...others, flag: Number(flag) });
const withFid: Attributes = (properties) => properties;
const textsOnly: Attributes = (properties) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? String(Number(value)) : String(value),
    ]),
  );

type Case = {
  what: string;
  ending: string;
  kinds: SampleKind[];
  args?: string[];
  attributes?: Attributes;
  location?: [number, number];
  options?: ReadOptions;
};

const ALL: SampleKind[] = [
  'points',
  'heights',
  'lines',
  'polygons',
  'multipoints',
  'multilines',
  'multipolygons',
];
const shapefile = (epsg: number, location = GERMANY): Case => ({
  what: `Shapefile in EPSG:${epsg}`,
  ending: 'shp',
  kinds: ALL,
  args: ['-t_srs', `EPSG:${epsg}`, '-lco', 'ENCODING=UTF-8'],
  attributes: numbersForFlags,
  location,
});
const CASES: Case[] = [
  shapefile(4326),
  shapefile(25832),
  shapefile(3857),
  shapefile(3035),
  shapefile(27700, BRITAIN),
  {
    what: 'Shapefile in the Windows code page',
    ending: 'shp',
    kinds: ['points'],
    args: ['-lco', 'ENCODING=CP1252', '-sql', 'SELECT int, flag, num, zip, \'Grüße\' AS name FROM "source"'],
    attributes: (properties) => ({ ...numbersForFlags(properties), name: 'Grüße' }),
  },
  {
    what: 'zipped Shapefile',
    ending: 'shz',
    kinds: ['polygons'],
    args: ['-t_srs', 'EPSG:25832', '-lco', 'ENCODING=UTF-8'],
    attributes: numbersForFlags,
  },
  { what: 'GeoPackage', ending: 'gpkg', kinds: [...ALL, 'mixed'], attributes: withFid },
  {
    what: 'GeoPackage in EPSG:25832',
    ending: 'gpkg',
    kinds: ALL,
    args: ['-t_srs', 'EPSG:25832'],
    attributes: withFid,
  },
  {
    what: 'GeoPackage in EPSG:27700',
    ending: 'gpkg',
    kinds: ['points', 'polygons'],
    args: ['-t_srs', 'EPSG:27700'],
    attributes: withFid,
    location: BRITAIN,
  },
  {
    what: 'MapInfo MIF in EPSG:25832',
    ending: 'mif',
    kinds: ['points', 'lines', 'polygons', 'multilines', 'multipolygons'],
    args: ['-f', 'MapInfo File', '-dsco', 'FORMAT=MIF', '-t_srs', 'EPSG:25832', '-lco', 'ENCODING=UTF-8'],
    attributes: numbersForFlags,
  },
  { what: 'FlatGeobuf', ending: 'fgb', kinds: [...ALL, 'mixed'] },
  {
    what: 'FlatGeobuf without index, in EPSG:3857',
    ending: 'fgb',
    kinds: ALL,
    args: ['-t_srs', 'EPSG:3857', '-lco', 'SPATIAL_INDEX=NO'],
  },
  {
    what: 'CSV with WKT',
    ending: 'csv',
    kinds: ALL,
    args: ['-lco', 'GEOMETRY=AS_WKT', '-lco', 'STRING_QUOTING=ALWAYS'],
    attributes: textsOnly,
    options: { csv: { types: 'text' } },
  },
  {
    what: 'CSV with coordinates and semicolons',
    ending: 'csv',
    kinds: ['points'],
    args: ['-lco', 'GEOMETRY=AS_XY', '-lco', 'SEPARATOR=SEMICOLON'],
    attributes: textsOnly,
    options: { csv: { types: 'text' } },
  },
  { what: 'GeoJSON', ending: 'geojson', kinds: [...ALL, 'mixed'], args: ['-lco', 'COORDINATE_PRECISION=9'] },
  {
    what: 'GeoJSON of 2008 in EPSG:25832',
    ending: 'json',
    kinds: ALL,
    args: ['-f', 'GeoJSON', '-t_srs', 'EPSG:25832'],
  },
  {
    what: 'GeoJSON text sequence',
    ending: 'geojsons',
    kinds: ALL,
    args: ['-lco', 'RS=YES', '-lco', 'COORDINATE_PRECISION=9'],
  },
  {
    what: 'newline-delimited GeoJSON',
    ending: 'geojsonl',
    kinds: ALL,
    args: ['-f', 'GeoJSONSeq', '-lco', 'COORDINATE_PRECISION=9'],
  },
  {
    what: 'KML',
    ending: 'kml',
    kinds: ['points', 'heights', 'lines', 'polygons'],
    args: ['-f', 'KML'],
    attributes: ({ name }) => ({ name }),
  },
  {
    what: 'KML by its other driver',
    ending: 'kml',
    kinds: ['points', 'lines', 'polygons'],
    args: ['-f', 'LIBKML'],
    attributes: ({ name }) => ({ name }),
  },
  {
    what: 'KMZ',
    ending: 'kmz',
    kinds: ['polygons'],
    args: ['-f', 'LIBKML'],
    attributes: ({ name }) => ({ name }),
  },
  {
    what: 'Excel workbook',
    ending: 'xlsx',
    kinds: ['points'],
    args: ['-dialect', 'SQLITE', '-sql', 'SELECT *, ST_AsText(geometry) AS wkt FROM source'],
    attributes: same,
  },
  {
    what: 'OpenDocument spreadsheet',
    ending: 'ods',
    kinds: ['points'],
    args: ['-dialect', 'SQLITE', '-sql', 'SELECT *, ST_AsText(geometry) AS wkt FROM source'],
    attributes: numbersForFlags,
  },
  { what: 'GML 3.2', ending: 'gml', kinds: ['heights', 'mixed'], args: ['-dsco', 'FORMAT=GML3.2'] },
  {
    what: 'GML 3.1 in EPSG:25832',
    ending: 'gml',
    kinds: ['mixed'],
    args: ['-t_srs', 'EPSG:25832', '-dsco', 'FORMAT=GML3'],
  },
  {
    what: 'GML 3.2 in EPSG:3035',
    ending: 'gml',
    kinds: ['points', 'polygons'],
    args: ['-t_srs', 'EPSG:3035'],
  },
  { what: 'GML 2', ending: 'gml', kinds: ['heights', 'mixed'], args: ['-dsco', 'FORMAT=GML2'] },
  {
    what: 'GPX',
    ending: 'gpx',
    kinds: ['points', 'lines'],
    args: ['-dsco', 'GPX_USE_EXTENSIONS=YES'],
    attributes: ({ name }) => ({ name }),
  },
];

for (const { what, ending, kinds, args = [], attributes = same, location, options } of CASES)
  describe(`files of GDAL: ${what} (seed ${seed})`, { skip }, () => {
    for (const kind of drawnOf(kinds, KINDS, seed, what))
      test(kind, async () => {
        const source = sampleFeatures(kind, location);
        const path = writeByGdal(source, ending, args);
        const { features, refused, fault } = await readAll(path, fileSource(path), options);
        assert.deepEqual([refused, fault], [[], undefined]);
        const wanted = source.map(({ geometry, properties }) => ({
          properties: attributes(properties),
          geometry: canonical(geometry),
        }));
        assert.deepEqual(
          sorted(features.map((feature) => comparable(feature, wanted[0]!.properties))),
          sorted(wanted),
        );
      });
  });

describe('systems on other datums are where GDAL has them, to ten metres', { skip }, () => {
  /** With a position within the area of each. */
  const systems: [epsg: number, lonLat: [number, number]][] = [
    [31467, GERMANY],
    [31287, [12, 47]],
    [28992, [4.5, 51.5]],
    [31370, [3.5, 50]],
    [21781, [7, 46]],
    [2056, [7, 46]],
    [2154, [2, 46]],
    [3003, [9, 43]],
    [23030, [-4, 40]],
    [5514, [14, 49]],
    [2180, [18, 51]],
    [3021, [15, 59]],
    [29903, [-8, 52.5]],
    [26713, [-106, 35]],
    [2193, [172, -43]],
    [28355, [146, -37]],
    [32633, [14, 50]],
    [3577, [133, -25]],
  ];
  for (const ending of ['shp', 'gpkg', 'fgb'])
    for (const [epsg, location] of drawnOf(systems, SYSTEMS, seed, ending))
      test(`EPSG:${epsg} in .${ending}`, async () => {
        const source = sampleFeatures('points', location);
        const path = writeByGdal(source, ending, ['-t_srs', `EPSG:${epsg}`]);
        const { features, fault } = await readAll(path, fileSource(path));
        assert.equal(fault, undefined);
        assert.equal(features.length, source.length);
        const wanted = new Map(source.map(({ properties, geometry }) => [properties.zip, geometry as Point]));
        for (const { properties, geometry } of features) {
          const [x, y] = (geometry as Point).coordinates;
          const [wantedX, wantedY] = wanted.get(properties.zip)!.coordinates;
          const metres = Math.hypot((x - wantedX) * Math.cos((y * Math.PI) / 180), y - wantedY) * 111_000;
          assert.ok(metres < 10, `${metres} m off`);
        }
      });
});

test('a system that would come out elsewhere is refused', { skip }, async () => {
  const path = writeByGdal(sampleFeatures('points', [2, 46]), 'shp', ['-t_srs', 'EPSG:27572']);
  const { features, fault } = await readAll(path, fileSource(path));
  assert.equal(features.length, 0);
  assert.match(fault!.message, /can't be turned into WGS 84: PROJCS\["NTF_Paris/);
  const named = await readAll(path, fileSource(path), { crs: 'EPSG:27572' });
  assert.equal(named.features.length, 42);
});

/** A file that GDAL makes of these features. */
function writeByGdal(features: Feature[], ending: string, args: string[]): string {
  const source = join(folder, `${made}`, 'source.geojson');
  const path = join(folder, `${made++}`, `made.${ending}`);
  execFileSync('mkdir', ['-p', join(source, '..')]);
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features }));
  ogr2ogr(...args, path, source);
  return path;
}

/** Only the attributes that are asked about; heights of 0 that a format adds to everything don't count. */
function comparable({ geometry, properties }: Feature, wanted: Feature['properties']) {
  const names = [...new Set([...Object.keys(wanted), 'num'])].filter(
    (name) => name in wanted || 'int' in wanted,
  );
  const chosen = names.filter((name) => properties[name] !== undefined && properties[name] !== null);
  return {
    properties: Object.fromEntries(chosen.map((name) => [name, properties[name]])),
    geometry: canonical(withoutZeroHeights(geometry)),
  };
}

function withoutZeroHeights(geometry: Feature['geometry']): Feature['geometry'] {
  const text = JSON.stringify(geometry);
  return JSON.parse(text.replaceAll(/(\[-?[\d.e-]+,-?[\d.e-]+),0\]/g, '$1]')) as Feature['geometry'];
}

function sorted<T extends { properties: Feature['properties'] }>(features: T[]): T[] {
  const key = ({ properties }: T) => JSON.stringify([properties.zip, properties.name]);
  return features
    .map(
      ({ properties, ...others }) =>
        ({ ...others, properties: Object.fromEntries(Object.entries(properties).sort()) }) as T,
    )
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

describe('GDAL reads', { skip }, () => {
  const formats = LOSSLESS_FORMATS.filter((format) => format !== 'geoparquet');
  for (const format of formats)
    for (const kind of drawnOf<SampleKind>([...ALL, 'mixed'], KINDS, seed, format))
      test(`our ${WRITE_FORMATS[format].title}: ${kind}`, async () => {
        const source = sampleFeatures(kind).map((feature, i) => ({ ...feature, id: `f${i}` }));
        const path = join(
          folder,
          `${made++}.${WRITE_FORMATS[format].ending === 'ndjson' ? 'geojsonl' : WRITE_FORMATS[format].ending}`,
        );
        writeFileSync(path, await collect(writeFeatures(format, each(structuredClone(source)))));
        const target = join(folder, `${made++}.geojson`);
        const typed =
          format === 'csv' ? ['-oo', 'AUTODETECT_TYPE=YES', '-oo', 'QUOTED_FIELDS_AS_STRING=YES'] : [];
        ogr2ogr('-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=12', ...typed, target, path);
        const { features } = JSON.parse(readFileSync(target, 'utf8')) as { features: Feature[] };
        const wanted = source.map(({ geometry, properties }) => ({
          properties,
          geometry: canonical(geometry),
        }));
        const got = features.map((feature) => comparable(booleans(feature), wanted[0]!.properties));
        assert.deepEqual(sorted(got), sorted(wanted));
      });
});

/** Kinds that each of the other formats holds, and what GDAL reads of our attributes. */
const OTHERS: [format: WriteFormatId, kinds: SampleKind[], attributes: Attributes, prefix?: string][] = [
  ['shapefile', ALL, ({ flag, ...others }) => ({ ...others, flag: flag ? 'T' : 'F' }), '/vsizip/'],
  [
    'kml',
    ['heights', 'mixed'],
    ({ name: Name, flag, ...others }) => ({ ...others, Name, flag: Number(flag) }),
  ],
  // It guesses that all that looks like a number is one.
  ['gml', ['heights', 'mixed'], ({ zip, ...others }) => ({ ...others, zip: Number(zip) })],
  ['gpx', ['points', 'lines'], ({ name }) => ({ name })],
];

describe('GDAL reads', { skip }, () => {
  for (const [format, kinds, attributes, prefix = ''] of OTHERS)
    for (const kind of kinds)
      test(`our ${WRITE_FORMATS[format].title}: ${kind}`, async () => {
        const source = sampleFeatures(kind);
        const path = join(folder, `${made++}.${WRITE_FORMATS[format].ending}`);
        writeFileSync(path, await collect(writeFeatures(format, each(structuredClone(source)))));
        const target = join(folder, `${made++}.geojson`);
        const layers = format === 'gpx' ? [kind === 'lines' ? 'tracks' : 'waypoints'] : [];
        ogr2ogr('-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=12', target, `${prefix}${path}`, ...layers);
        const { features } = JSON.parse(readFileSync(target, 'utf8')) as { features: Feature[] };
        const wanted = source.map(({ geometry, properties }) => ({
          properties: attributes(properties),
          geometry: canonical(lineOf(geometry)),
        }));
        const got = features.map(({ geometry, ...feature }) =>
          comparable({ ...feature, geometry: lineOf(geometry) }, wanted[0]!.properties),
        );
        assert.deepEqual(sorted(got), sorted(wanted));
      });
});

/** A track of one segment is a line of several for GDAL. */
function lineOf(geometry: Feature['geometry']): Feature['geometry'] {
  return geometry?.type === 'MultiLineString' && geometry.coordinates.length === 1
    ? { type: 'LineString', coordinates: geometry.coordinates[0]! }
    : geometry;
}

/** GDAL guesses no booleans in CSV. */
function booleans({ properties, ...feature }: Feature): Feature {
  const { flag } = properties;
  return {
    ...feature,
    properties: { ...properties, flag: typeof flag === 'string' ? flag === 'true' : flag },
  };
}
