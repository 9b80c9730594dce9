import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { findProgram, findPythonModule } from '../../testing/programs.ts';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';

const run = promisify(execFile);
const hub = await startHub();
const space = await newSpace(hub, { title: 'Places' });
const COUNT = 10_000;
const places = Array.from({ length: COUNT }, (_, i) =>
  feature(
    `p${i}`,
    { name: `Place ${i}`, height: i },
    {
      geometry: { type: 'Point', coordinates: [((i * 37) % 3600) / 10 - 180, ((i * 11) % 1600) / 10 - 80] },
    },
  ),
);
await space.load(...places);
const inBox = ([x, y]: number[]) => x! >= 0 && x! <= 20 && y! >= 40 && y! <= 60;
const expected = places.filter(({ geometry }) => inBox((geometry as { coordinates: number[] }).coordinates));

type Found = { features: { properties: { id: string; height: number } }[] };

describe('GDAL', () => {
  const gdal = findProgram(['ogr2ogr'], 'gdal-bin');
  const env = {
    ...process.env,
    GDAL_HTTP_AUTH: 'BASIC',
    GDAL_HTTP_USERPWD: `anybody:${hub.token}`,
    CPL_DEBUG: 'HTTP',
  };
  /** What it has read, and the addresses it has asked for. */
  const read = async (...options: string[]) => readSpace(space.id, 1000, ...options);
  const readSpace = async (id: string, pageSize: number, ...options: string[]) => {
    if (!('path' in gdal)) throw new Error(gdal.skip);
    const source = `OAPIF:${hub.url}/ogc`;
    const { stdout, stderr } = await run(
      gdal.path,
      ['-f', 'GeoJSON', '/vsistdout/', source, id, '-oo', `PAGE_SIZE=${pageSize}`, ...options],
      { env, maxBuffer: 64 * 1024 * 1024 },
    );
    const { features } = JSON.parse(stdout) as Found;
    const asked = Array.from(stderr.matchAll(/Fetch\((\S+)\)/g), ([, url]) => decodeURIComponent(url!));
    return { ids: features.map(({ properties }) => properties.id), asked };
  };
  const left = 'skip' in gdal ? { skip: gdal.skip } : {};

  test('reads page by page to the end of 100,000 features', left, async () => {
    const many = await newSpace(hub);
    const expectedIds = Array.from({ length: 100_000 }, (_, i) => `f${i}`);
    for (let from = 0; from < expectedIds.length; from += 20_000)
      await many.load(...expectedIds.slice(from, from + 20_000).map((id) => feature(id, {})));
    const { ids, asked } = await readSpace(many.id, 5000);
    assert.equal(ids.length, expectedIds.length);
    assert.deepEqual(ids, expectedIds);
    assert.ok(asked.filter((url) => url.includes('cursor=')).length >= 19);
    // Other tests look at all collections.
    assert.equal((await hub.delete(many.path)).status, 204);
  });

  test('leaves boxes to the server', left, async () => {
    const { ids, asked } = await read('-spat', '0', '40', '20', '60');
    assert.deepEqual(
      ids,
      expected.map(({ id }) => id),
    );
    assert.ok(asked.some((url) => /[?&]bbox=0,40,20,60/.test(url)));
  });

  test('leaves attribute filters to the server', left, async () => {
    const equal = await read('-where', "name = 'Place 4711'");
    assert.deepEqual(equal.ids, ['p4711']);
    assert.ok(
      equal.asked.some((url) => url.includes('Place 4711')),
      equal.asked.join('\n'),
    );
    const greater = await read('-where', 'height >= 9990');
    assert.equal(greater.ids.length, 10);
    assert.ok(
      greater.asked.some((url) => url.includes('filter=')),
      greater.asked.join('\n'),
    );
  });
});

describe('OWSLib', () => {
  const python = findPythonModule('owslib', 'python3-owslib');
  const SCRIPT = `
import json, sys
from owslib.ogcapi.features import Features
url, token, space = sys.argv[1:]
api = Features(url, headers={'Authorization': 'Bearer ' + token})
items = api.collection_items(space, limit=5, bbox=[0, 40, 20, 60])
print(json.dumps({
  'collections': api.feature_collections(),
  'title': api.collection(space)['title'],
  'queryables': sorted(api.collection_queryables(space)['properties']),
  'conforms': len(api.conformance()['conformsTo']),
  'returned': items['numberReturned'],
  'item': api.collection_item(space, 'p7')['id'],
}))`;
  test('reads collections, items and queryables', 'skip' in python ? { skip: python.skip } : {}, async () => {
    if (!('path' in python)) return;
    const { stdout } = await run(python.path, ['-c', SCRIPT, `${hub.url}/ogc`, hub.token, space.id]);
    const { conforms, ...rest } = JSON.parse(stdout) as { conforms: number };
    assert.ok(conforms > 10);
    assert.deepEqual(rest, {
      collections: [space.id],
      title: 'Places',
      queryables: ['geometry', 'height', 'id', 'name'],
      returned: 5,
      item: 'p7',
    });
  });
});

describe('QGIS', () => {
  const python = findPythonModule('qgis.core', 'python3-qgis');
  const SCRIPT = `
import json, os, sys
os.environ['QT_QPA_PLATFORM'] = 'offscreen'
from qgis.core import QgsApplication, QgsFeatureRequest, QgsRectangle, QgsVectorLayer
url, token, space, expression, box = sys.argv[1:]
QgsApplication.setPrefixPath('/usr', True)
app = QgsApplication([], False)
app.initQgis()
uri = "url='%s' typename='%s' username='anybody' password='%s' pagingEnabled='true' pageSize='1000'" % (url, space, token)
layer = QgsVectorLayer(uri, 'places', 'OAPIF')
if layer.dataProvider() is None: sys.exit('QGIS has no provider OAPIF')
ids = lambda found: sorted(feature['name'] for feature in found)
request = QgsFeatureRequest(QgsRectangle(*map(float, box.split(','))))
result = {
  'valid': layer.isValid(),
  'fields': sorted(field.name() for field in layer.fields()),
  'count': layer.featureCount(),
  'all': sum(1 for _ in layer.getFeatures()),
  'position': [round(number, 6) for number in next(layer.getFeatures('"height" = 1')).geometry().asPoint()],
  'box': ids(layer.getFeatures(request)),
  'matching': ids(layer.getFeatures(QgsFeatureRequest().setFilterExpression(expression))),
}
result['filtered'] = layer.setSubsetString(expression) and ids(layer.getFeatures())
print(json.dumps(result))
sys.stdout.flush()
os._exit(0)`;
  test(
    'loads a layer, reads all pages of it, a box, and what a filter of the layer selects',
    'skip' in python ? { skip: python.skip } : {},
    async () => {
      if (!('path' in python)) return;
      const asked = [`${hub.url}/ogc`, hub.token, space.id, '"height" >= 9997', '0,40,20,60'];
      const { stdout } = await run(python.path, ['-c', SCRIPT, ...asked], { timeout: 120_000 });
      const { fields, ...rest } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { fields: string[] };
      assert.deepEqual(fields, ['height', 'id', 'name']);
      assert.deepEqual(rest, {
        valid: true,
        count: COUNT,
        all: COUNT,
        position: [-176.3, -78.9],
        box: expected.map(({ properties }) => (properties as { name: string }).name).toSorted(),
        matching: ['Place 9997', 'Place 9998', 'Place 9999'],
        filtered: ['Place 9997', 'Place 9998', 'Place 9999'],
      });
    },
  );
});
