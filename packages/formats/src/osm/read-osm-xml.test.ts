import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../../../../testing/programs.ts';
import type { Feature } from '../feature.ts';
import { OSM_SAMPLE } from '../testing/osm-sample.ts';
import { readAll } from '../testing/read-all.ts';

const gdal = findProgram(['ogr2ogr'], 'gdal-bin');
const osm = (...lines: string[]) => `<osm version="0.6">${lines.join('\n')}</osm>`;
const node = (id: number, lon: number, lat: number) => `<node id="${id}" lon="${lon}" lat="${lat}"/>`;
const way = (id: number, refs: number[], tags = '') =>
  `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tags}</way>`;
const SQUARE = [node(1, 0, 0), node(2, 1, 0), node(3, 1, 1), node(4, 0, 1)];
const multipolygon = (...members: [id: number, role: string][]) =>
  `<relation id="9">${members.map(([id, role]) => `<member type="way" ref="${id}" role="${role}"/>`).join('')}<tag k="type" v="multipolygon"/></relation>`;

test('OpenStreetMap data have the features and geometries that GDAL finds in them', {
  skip: 'skip' in gdal ? gdal.skip : false,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-osm-'));
  try {
    const path = join(folder, 'sample.osm');
    writeFileSync(path, OSM_SAMPLE);
    const wanted = new Map<string, unknown>();
    for (const layer of ['points', 'lines', 'multipolygons', 'multilinestrings']) {
      const text = execFileSync(
        'path' in gdal ? gdal.path : '',
        ['-f', 'GeoJSON', '/vsistdout/', path, layer],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
      );
      for (const { properties, geometry } of (JSON.parse(text) as { features: Feature[] }).features) {
        const id = `${layer} ${properties.osm_id ?? properties.osm_way_id}`;
        wanted.set(id, comparable(geometry));
      }
    }
    const { features, refused, fault } = await readAll('sample.osm', OSM_SAMPLE);
    assert.deepEqual([refused, fault], [[], undefined]);
    const LAYERS: Record<string, string> = {
      Point: 'points',
      LineString: 'lines',
      Polygon: 'multipolygons',
      MultiPolygon: 'multipolygons',
      MultiLineString: 'multilinestrings',
    };
    const got = features.map(({ id, geometry }): [string, unknown] => [
      `${LAYERS[geometry!.type]} ${id!.split('/')[1]}`,
      comparable(geometry),
    ]);
    assert.deepEqual(new Map(got.sort()), new Map([...wanted].sort()));
    assert.equal(features.length, 6);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A polygon is one of several for GDAL; it winds holes as shells and starts rings elsewhere. */
function comparable(geometry: Feature['geometry']): unknown {
  if (geometry?.type === 'Polygon')
    return comparable({ type: 'MultiPolygon', coordinates: [geometry.coordinates] });
  if (geometry?.type !== 'MultiPolygon') return geometry;
  const rings = (polygon: unknown[][]) => polygon.map((ring) => ring.slice(1).map(String).sort());
  return geometry.coordinates.map(rings);
}

test('all tags are properties, and ids say what they are ids of', async () => {
  const { features } = await readAll('f.osm', OSM_SAMPLE);
  assert.deepEqual(
    features.map(({ id }) => id),
    ['node/8', 'way/13', 'way/14', 'way/15', 'relation/20', 'relation/21'],
  );
  assert.deepEqual(features[0]!.properties, { name: 'Café & Bar', amenity: 'cafe' });
});

test('ways may come before their nodes, which may come in any order, as Overpass writes them', async () => {
  const text = osm(way(5, [4, 1, 2, 4], '<tag k="building" v="yes"/>'), ...SQUARE.toReversed());
  const { features, refused } = await readAll('f.osm', text);
  assert.deepEqual(refused, []);
  assert.deepEqual(features[0]!.geometry, {
    type: 'Polygon',
    coordinates: [
      [
        [0, 1],
        [0, 0],
        [1, 0],
        [0, 1],
      ],
    ],
  });
});

test('what is not complete in the file is refused and says what is missing', async () => {
  const tagged = '<tag k="highway" v="path"/>';
  const text = osm(
    ...SQUARE,
    way(5, [1, 99], tagged),
    way(6, [1, 2, 3]),
    `<relation id="7"><member type="way" ref="6" role="outer"/><tag k="type" v="multipolygon"/></relation>`,
    `<relation id="8"><member type="way" ref="98" role="outer"/><tag k="type" v="boundary"/></relation>`,
  );
  const { features, refused } = await readAll('f.osm', text);
  assert.deepEqual(features, []);
  assert.deepEqual(
    refused.map(({ id, reason }) => [id, reason]),
    [
      ['way/5', 'has the node 99, which is not in the file'],
      ['relation/7', 'has a ring that its ways do not close'],
      ['relation/8', 'has the way 98 as a member, which is not in the file'],
    ],
  );
});

test('rings of several ways that touch in a node are cut apart there', async () => {
  const text = osm(
    ...SQUARE,
    node(5, 2, 1),
    node(6, 2, 2),
    node(7, 1, 2),
    way(1, [3, 4, 1]),
    way(2, [3, 2, 1]),
    way(3, [3, 5, 6]),
    way(4, [3, 7, 6]),
    multipolygon([1, 'outer'], [3, 'outer'], [2, 'outer'], [4, 'outer']),
  );
  const { features, refused } = await readAll('f.osm', text);
  assert.deepEqual(refused, []);
  const { coordinates } = features[0]!.geometry as { coordinates: number[][][][] };
  assert.deepEqual(coordinates.map((rings) => rings.map((ring) => ring.length)).sort(), [[5], [5]]);
});

test('deleted objects are no features, and another document is a fault', async () => {
  const gone = '<node id="1" lon="1" lat="1" action="delete"><tag k="name" v="x"/></node>';
  assert.deepEqual((await readAll('f.osm', osm(gone))).features, []);
  const { fault } = await readAll('f.osm', '<a><node id="1"/></a>', { format: 'osm' });
  assert.equal(fault?.message, 'f.osm: has a <node> whose lon is undefined, not a number, in line 1');
});
