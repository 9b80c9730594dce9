import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FormatFault } from './fault.ts';
import { readFeatures } from './node.ts';
import type { ReadOptions } from './options.ts';
import { bytesSource } from './source.ts';
import { utf8 } from './testing/read-all.ts';

const CSV = 'lon,lat\n1,2\n';
const GEOJSON = '{"type":"Feature","geometry":null,"properties":{}}';
const KML =
  '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></kml>';

async function guessesOf(
  name: string,
  content: string | Uint8Array,
  options: ReadOptions,
): Promise<readonly string[]> {
  const reader = readFeatures(
    bytesSource(typeof content === 'string' ? utf8(content) : content, name),
    options,
  );
  let count = 0;
  for await (const record of reader) count += record.refused ? 0 : 1;
  assert.equal(count, 1);
  return reader.guesses.filter((guess) => guess.includes('no effect'));
}

describe('what is asked for by a name that a format cannot have is a fault', () => {
  const cases: [name: string, content: string, options: ReadOptions, reason: string][] = [
    ['f.csv', CSV, { sheet: 'Data' }, 'is CSV, which has no sheets: sheet "Data" cannot be read from it'],
    ['f.csv', CSV, { layer: 'roads' }, 'is CSV, which has no layers: layer "roads" cannot be read from it'],
    [
      'f.csv',
      CSV,
      { records: 'data' },
      'is CSV, which has no lists of records that can be named: records "data" cannot be read from it',
    ],
    [
      'f.geojson',
      GEOJSON,
      { layer: 'x' },
      'is GeoJSON, which has no layers: layer "x" cannot be read from it',
    ],
    ['f.kml', KML, { sheet: 'x' }, 'is KML, which has no sheets: sheet "x" cannot be read from it'],
  ];
  for (const [name, content, options, reason] of cases)
    test(`${JSON.stringify(options)} of ${name}`, () =>
      assert.rejects(
        guessesOf(name, content, options),
        (error) => error instanceof FormatFault && error.kind === 'option' && error.reason === reason,
      ));
});

test('a file may be named as its only layer', async () => {
  for (const layer of ['f', 'f.csv', 'F'])
    assert.deepEqual(await guessesOf('folder/f.csv', CSV, { layer }), []);
  assert.deepEqual(await guessesOf('f.csv.gz', gzipSync(CSV), { layer: 'f' }), []);
});

describe('an option that has no effect on a format is told', () => {
  const cases: [name: string, content: string, options: ReadOptions, guesses: string[]][] = [
    ['f.kml', KML, { crs: 'EPSG:25832' }, ['crs has no effect on KML']],
    [
      'f.geojson',
      GEOJSON,
      { csv: { delimiter: ';', types: 'text' } },
      ['delimiter has no effect on GeoJSON', 'as-text has no effect on GeoJSON'],
    ],
    [
      'f.kml',
      KML,
      { csv: { lon: 'x', lat: 'y', allowNoGeometry: true } },
      ['lon has no effect on KML', 'lat has no effect on KML', 'no-geometry has no effect on KML'],
    ],
    [
      'f.geojson',
      GEOJSON,
      { csv: { lon: 'x', lat: 'y' } },
      [
        'lon has no effect on features, which have geometries',
        'lat has no effect on features, which have geometries',
      ],
    ],
    [
      'f.ndjson',
      GEOJSON,
      { csv: { geometry: 'g' } },
      ['geometry has no effect on features, which have geometries'],
    ],
    ['f.json', '[{"x":1,"y":2}]', { csv: { lon: 'x', lat: 'y' } }, []],
    ['f.csv', CSV, { encoding: 'utf-8', crs: 'EPSG:4326', csv: { delimiter: ',', types: 'text' } }, []],
    ['f.geojson', GEOJSON, { crs: 'EPSG:4326', encoding: 'utf-8' }, []],
  ];
  for (const [name, content, options, guesses] of cases)
    test(`${JSON.stringify(options)} of ${name}`, async () =>
      assert.deepEqual(await guessesOf(name, content, options), guesses));
});
