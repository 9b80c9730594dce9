import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Feature, type FeatureCollection, NAMESPACE, POINT } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { newSpace } from './harness/space.ts';

const hub = await sharedHub();

const space = await newSpace(hub);
const stored = (
  await space.load({
    type: 'Feature',
    id: 'f',
    geometry: POINT,
    colour: 'root red',
    size: { w: 1 },
    properties: {
      name: 'Oak',
      colour: 'property green',
      a: { b: 1, c: { d: 2, e: 3 } },
      list: [{ x: 1 }],
      none: null,
      [NAMESPACE]: { tags: ['t'] },
    },
  })
).features[0]!;
const namespace = stored.properties[NAMESPACE];

/** selection, root members beside id, type and geometry, properties */
const CASES: [string, object, object][] = [
  ['p.name', {}, { name: 'Oak' }],
  ['p.a.b', {}, { a: { b: 1 } }],
  ['p.a.c.d', {}, { a: { c: { d: 2 } } }],
  ['p.a', {}, { a: { b: 1, c: { d: 2, e: 3 } } }],
  ['p.a.b,p.a.c.e', {}, { a: { b: 1, c: { e: 3 } } }],
  ['p.name,p.list', {}, { name: 'Oak', list: [{ x: 1 }] }],
  ['p.name%2Cp.list', {}, { name: 'Oak', list: [{ x: 1 }] }],
  ['p.name&selection=p.list', {}, { name: 'Oak', list: [{ x: 1 }] }],
  ['p.none', {}, { none: null }],
  ['name', {}, { name: 'Oak' }],
  ['name,a', {}, { name: 'Oak', a: { b: 1, c: { d: 2, e: 3 } } }],
  ['colour', { colour: 'root red' }, {}],
  ['p.colour', {}, { colour: 'property green' }],
  ['colour,p.colour', { colour: 'root red' }, { colour: 'property green' }],
  ['size,name', { size: { w: 1 } }, { name: 'Oak' }],
  ['nothing', {}, {}],
  ['p.nothing', {}, {}],
  ['p.a.nothing.x', {}, {}],
  ['p.toString', {}, {}],
  ['p.__proto__', {}, {}],
  ['id', {}, {}],
  ['geometry', {}, {}],
  ['p.@ns:com:here:xyz', {}, { [NAMESPACE]: namespace }],
  ['p.@ns:com:here:xyz.tags,p.name', {}, { name: 'Oak', [NAMESPACE]: { tags: ['t'] } }],
];

const READS: [string, string, (body: unknown) => Feature][] = [
  ['one feature', `${space.features}/f?`, (body) => body as Feature],
  ['by id', `${space.features}?id=f&`, (body) => (body as FeatureCollection).features[0]!],
  ['search', `${space.path}/search?`, (body) => (body as FeatureCollection).features[0]!],
  ['iterate', `${space.path}/iterate?`, (body) => (body as FeatureCollection).features[0]!],
];

for (const [read, path, pick] of READS) {
  describe(`selection, ${read}`, () => {
    for (const [selection, root, properties] of CASES) {
      test(`selection=${selection}`, async () => {
        const response = await hub.get(`${path}selection=${selection}`);
        assert.equal(response.status, 200, response.text);
        const expected = { type: 'Feature', id: 'f', geometry: POINT, ...root, properties };
        assert.deepEqual(prune(pick(response.body)), expected);
      });
    }

    for (const query of ['selection=*', 'selection=%2A', 'selection=p.name,*', '']) {
      test(`everything with ${query || 'no selection'}`, async () => {
        assert.deepEqual(pick((await hub.get(path + query)).body), stored);
      });
    }
  });
}

/** `p.a.nothing.x` may leave the empty `a` it went through; either way nothing was selected. */
function prune(feature: Feature): Feature {
  const properties = Object.entries(feature.properties).filter(([, value]) => JSON.stringify(value) !== '{}');
  return { ...feature, properties: Object.fromEntries(properties) };
}
