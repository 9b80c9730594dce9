import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  collection,
  type Feature,
  type FeatureCollection,
  feature,
  NAMESPACE,
  namespaceOf,
  POINT,
  withoutNamespace,
} from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await sharedHub();

/** Writes JSON text, so that what JavaScript would drop or reorder arrives as it stands here. */
async function roundTrip(text: string): Promise<Feature> {
  const space = await newSpace(hub);
  const body = `{"type":"FeatureCollection","features":[${text}]}`;
  const response = await hub.put<FeatureCollection>(space.features, body);
  assert.equal(response.status, 200, response.text);
  const written = response.body.features[0]!;
  assert.deepEqual(await space.read(written.id), written);
  return written;
}

describe('a feature on its way in', () => {
  const point = JSON.stringify(POINT);
  const CASES: [string, string, object][] = [
    ['gets a missing type', `{"id":"a","geometry":${point},"properties":{}}`, feature('a')],
    ['gets missing properties', `{"type":"Feature","id":"a","geometry":${point}}`, feature('a')],
    ['may have null properties', `{"id":"a","geometry":${point},"properties":null}`, feature('a')],
    [
      'keeps root members',
      `{"id":"a","geometry":${point},"colour":{"r":[1,null]},"title":""}`,
      feature('a', {}, { colour: { r: [1, null] }, title: '' }),
    ],
    ['loses its bbox', `{"id":"a","geometry":${point},"bbox":[1,2,3,4]}`, feature('a')],
    [
      'loses the bbox of its geometry',
      `{"id":"a","geometry":{"bbox":[1,2,3,4],"type":"Point","coordinates":[13.4,52.5]}}`,
      feature('a'),
    ],
    [
      'keeps null values',
      `{"id":"a","geometry":${point},"properties":{"n":null,"d":{"n":null}}}`,
      feature('a', { n: null, d: { n: null } }),
    ],
    [
      'is not coerced',
      `{"id":"a","geometry":${point},"properties":{"t":"12","n":12,"b":"true","e":"","f":1.5}}`,
      feature('a', { t: '12', n: 12, b: 'true', e: '', f: 1.5 }),
    ],
    ['turns a number id into text', `{"id":5,"geometry":${point}}`, feature('5')],
    ['turns a fractional id into text', `{"id":1.5,"geometry":${point}}`, feature('1.5')],
    [
      'keeps a property called bbox',
      `{"id":"a","geometry":${point},"properties":{"bbox":[1]}}`,
      feature('a', { bbox: [1] }),
    ],
  ];
  for (const [rule, text, expected] of CASES) {
    test(rule, async () => {
      assert.deepEqual(withoutNamespace(await roundTrip(text)), expected);
    });
  }

  for (const text of ['{"geometry":null}', '{"id":null,"geometry":null}', '{}']) {
    test(`gets an id where there is none: ${text}`, async () => {
      const written = await roundTrip(text);
      assert.match(written.id, /^[A-Za-z0-9]{16}$/);
      assert.equal(written.type, 'Feature');
    });
  }

  for (const text of ['{"id":"a","geometry":null}', '{"id":"a"}', '{"id":"a","properties":{}}']) {
    test(`needs no geometry: ${text}`, async () => {
      assert.equal((await roundTrip(text)).geometry ?? null, null);
    });
  }

  test('cannot set what is the server’s in the namespace', async () => {
    const space = await newSpace(hub);
    const forged = {
      space: 'other',
      createdAt: 1,
      updatedAt: 2,
      version: 7,
      uuid: 'u',
      puuid: 'p',
      muuid: 'm',
      tags: ['t'],
    };
    const written = (await space.load(feature('a', { n: 1, [NAMESPACE]: forged }))).features[0]!;
    const { createdAt, updatedAt, ...rest } = namespaceOf(written);
    assert.deepEqual(rest, { space: space.id, tags: ['t'] });
    assert.ok(createdAt > 1000 && updatedAt > 1000);
    assert.deepEqual(Object.keys(written.properties).sort(), [NAMESPACE, 'n'].sort());
  });

  test('written back as it was read is unchanged', async () => {
    const space = await newSpace(hub);
    await space.load(feature('a', { n: 1, [NAMESPACE]: { tags: ['t'] } }));
    const read = await space.read('a');
    assert.deepEqual(await space.load(read), { type: 'FeatureCollection', features: [read] });
  });

  test('may have members named like those of every JavaScript object', async () => {
    const members = '"__proto__":{"x":1},"constructor":"c","prototype":[],"toString":null,"hasOwnProperty":1';
    const space = await newSpace(hub);
    const response = await hub.put(
      space.features,
      `{"type":"Feature","id":"a","geometry":null,"properties":{${members}},${members}}`,
    );
    assert.equal(response.status, 200, response.text);
    const { text } = await hub.get(`${space.features}/a`);
    const read = JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value));
    assert.equal(text.split('"__proto__":{"x":1}').length - 1, 2, text);
    for (const holder of [read, read.properties]) {
      assert.equal(holder.constructor, 'c');
      assert.deepEqual(holder.prototype, []);
      assert.equal(holder.toString, null);
      assert.equal(holder.hasOwnProperty, 1);
    }
    assert.equal(({} as Record<string, unknown>).x, undefined);
  });

  test('keeps any Unicode', async () => {
    const properties = { ключ: '值', '😀': '\u0000\u001f\u2028"\\', '': 'empty name', 'a.b': 1, "it's": '%' };
    const written = await roundTrip(JSON.stringify(feature('a', properties)));
    assert.deepEqual(withoutNamespace(written).properties, properties);
  });
});

describe('a feature is refused', () => {
  const CASES: [string, unknown, RegExp][] = [
    ['with a wrong type', { ...feature('odd'), type: 'Thing' }, /type/],
    ['with a type that is no text', { ...feature('odd'), type: 5 }, /type/],
    ['with a null type', { ...feature('odd'), type: null }, /type/],
    ['with an empty id', feature(''), /id/],
    ['with a boolean id', { ...feature(''), id: true }, /id/],
    ['with an object for id', { ...feature(''), id: {} }, /id/],
    ['with properties that are a list', { ...feature('odd'), properties: [] }, /properties/],
    ['with properties that are text', { ...feature('odd'), properties: 'x' }, /properties/],
    ['with a namespace that is text', feature('odd', { [NAMESPACE]: 'x' }), /@ns:com:here:xyz/],
    ['being a list', [], /./],
    ['being text', 'x', /./],
    ['being null', null, /./],
  ];
  for (const [name, bad, culprit] of CASES) {
    test(`${name}, in a collection with its position`, async () => {
      const space = await newSpace(hub);
      assertRefused(
        await hub.put(space.features, collection(feature('a'), feature('b'), bad)),
        400,
        culprit,
        '2',
      );
      assert.deepEqual(await space.search(), []);
    });
  }

  for (const [name, body] of [
    ['a geometry', POINT],
    ['a feature without its type', { id: 'y' }],
    ['a collection without its type', { features: [{ id: 'y' }] }],
    ['a modification list without its type', { modifications: [{ featureIds: ['y'] }] }],
    ['a collection whose features are null', { type: 'FeatureCollection', features: null }],
    ['a collection whose features are no list', { type: 'FeatureCollection', features: {} }],
    ['a list', []],
    ['a number', '5'],
    ['null', 'null'],
    ['nothing', ''],
    ['half a JSON', '{"type":"FeatureCollection","features":['],
  ] as const) {
    test(`where the body is ${name}`, async () => {
      const space = await newSpace(hub);
      for (const method of ['PUT', 'POST']) {
        assertRefused(await hub.request(method, space.features, { body }), 400);
      }
      assert.deepEqual(await space.search(), []);
    });
  }
});

test('a collection without features is an empty one', async () => {
  const space = await newSpace(hub);
  for (const method of ['PUT', 'POST']) {
    const response = await hub.request(method, space.features, { body: { type: 'FeatureCollection' } });
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(response.body, { type: 'FeatureCollection', features: [] });
  }
});

describe('a missing type is filled in', () => {
  const CASES: [what: string, method: string, path: string, body: string, type: string][] = [
    ['by the path of a feature', 'PUT', '/features/a', '{"properties":{"n":1}}', 'application/geo+json'],
    ['where a feature without an id is put', 'PUT', '/features/', '{"id":"a"}', 'application/geo+json'],
    ['on the lines of a body', 'POST', '/features', '{"id":"a"}\n{"id":"b"}', 'application/x-ndjson'],
  ];
  for (const [what, method, path, body, type] of CASES) {
    test(what, async () => {
      const space = await newSpace(hub);
      const headers = { 'content-type': type };
      const response = await hub.request(method, `${space.path}${path}`, { body, headers });
      assert.equal(response.status, 200, response.text);
      assert.equal((await space.read('a')).type, 'Feature');
    });
  }
});
