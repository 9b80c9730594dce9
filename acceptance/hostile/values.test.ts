import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Feature, FeatureCollection } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpace, type Space } from '../harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_LOG_LEVEL: 'error' } });
let space: Space;
before(async () => {
  space = await newSpace(hub);
});

/** Names that are harmless data here; those with a dot or an operator in them can't be spelled in a query. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'a"b',
  "a'b",
  'a`b',
  'a\\b',
  'a b',
  '$[0]',
  '$where',
  'a[0]',
  '[*]',
  'a%b',
  'a_b',
  'a;b',
  'a--b',
  '/a/b',
  'a\u0000b',
  '\u0001',
  '\u2028',
  'é',
  'e\u0301',
  '名前',
  '😀',
  '\u202eabc',
  ' ',
  'null',
  'n'.repeat(5000),
];
const UNSPEAKABLE = ['a.b', '', 'a=b', 'a>b', 'a<=b', 'a!=b', 'a@>b', '.', '..'];

describe('a property name is data, whatever it is', () => {
  for (const name of [...NAMES, ...UNSPEAKABLE]) {
    test(JSON.stringify(name.slice(0, 20)), async () => {
      const member = `${JSON.stringify(name)}:{"inner":1,${JSON.stringify(name)}:"x"}`;
      const response = await hub.put(`${space.features}/named`, `{"properties":{${member},"other":{}}}`);
      assert.equal(response.status, 200, response.text);
      for (const path of [`${space.features}/named`, `${space.path}/search`]) {
        assert.ok((await hub.get(path)).text.includes(member), path);
      }
    });
  }

  for (const name of NAMES) {
    test(`${JSON.stringify(name.slice(0, 20))} can be searched, selected and patched`, async () => {
      const own = await newSpace(hub);
      const key = encodeURIComponent(name);
      await hub.put(
        own.features,
        `{"type":"Feature","id":"with","properties":{${JSON.stringify(name)}:"x"}}`,
      );
      await own.load({ id: 'without', properties: { other: 'x' } });
      assert.deepEqual(await own.search(`p.${key}=x`), ['with']);
      assert.deepEqual(await own.search(`p.${key}=.null`), ['without']);
      assert.deepEqual(await own.search(`p.${key}!=y`), ['with']);
      const selected = await hub.get(`${own.path}/search?selection=p.${key}`);
      assert.ok(selected.text.includes(`"properties":{${JSON.stringify(name)}:"x"}`), selected.text);
      const removed = await hub.patch<Feature>(
        `${own.features}/with`,
        `{"properties":{${JSON.stringify(name)}:null}}`,
      );
      assert.equal(removed.status, 200, removed.text);
      assert.deepEqual(await own.search(`p.${key}=x`), []);
    });
  }

  test('a property that is not there is not found in a prototype', async () => {
    const own = await newSpace(hub);
    await own.load({ id: 'plain', properties: { o: {}, list: [] } });
    for (const path of [
      '__proto__',
      'constructor',
      'toString',
      'o.__proto__',
      'list.length',
      'constructor.name',
    ]) {
      assert.deepEqual(await own.search(`p.${path}=.null`), ['plain'], path);
      const { body } = await hub.get<FeatureCollection>(`${own.path}/search?selection=p.${path}`);
      assert.deepEqual(body.features[0]?.properties, {}, path);
    }
  });
});

describe('a value comes back as it was sent', () => {
  const NUMBERS = [
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890123456789012345678901234567890',
    '1e999',
    '-1e999',
    '[1e999,{"a":-1E+400}]',
  ];
  for (const literal of NUMBERS) {
    test(`${literal}, digit for digit`, async () => {
      const body = `{"type":"Feature","properties":{"n":${literal}}}`;
      for (const path of [`${space.features}/number`, `${space.features}/number?addTags=x`]) {
        assert.equal((await hub.put(path, body)).status, 200);
        assert.match(
          (await hub.get(`${space.features}/number`)).text,
          new RegExp(`"n":${escaped(literal)}[,}]`),
        );
      }
      const patched = await hub.patch(`${space.features}/number`, { properties: { other: 1 } });
      assert.ok(patched.text.includes(`"n":${literal}`), patched.text);
      for (const query of ['selection=p.n', 'force2D=true', 'p.other=1']) {
        const { text } = await hub.get(`${space.path}/search?f.id="number"&${query}`);
        assert.ok(text.includes(`"n":${literal}`), `${query}: ${text}`);
      }
    });
  }

  test('a neighbour beyond 2^53 is a real change', async () => {
    await hub.put(`${space.features}/big`, '{"properties":{"n":9007199254740993}}');
    const next = await hub.put<FeatureCollection>(
      space.features,
      '{"type":"Feature","id":"big","properties":{"n":9007199254740992}}',
    );
    assert.deepEqual(next.body.updated, ['big']);
    assert.ok((await hub.get(`${space.features}/big`)).text.includes('"n":9007199254740992'));
  });

  test('a coordinate that is infinite is refused', async () => {
    const body = '{"geometry":{"type":"Point","coordinates":[0,1e999]}}';
    assertRefused(await hub.put(`${space.features}/far`, body), 400, 'geometry.coordinates[1]');
  });

  const STRINGS = [
    '\ud800',
    'a\udfffb',
    '\ude00\ud83d',
    'a\u0000b',
    '\u2028\u2029',
    '\ufeff',
    '\uffff',
    '😀',
    '</script>',
    'é',
    'e\u0301',
  ];
  for (const value of STRINGS) {
    test(`the string ${JSON.stringify(value)}`, async () => {
      const name = `name ${value}`;
      const response = await hub.put(`${space.features}/text`, {
        properties: { [name]: value, list: [value] },
      });
      assert.equal(response.status, 200, response.text);
      const expected = { [name]: value, list: [value] };
      await hub.patch(`${space.features}/text`, { properties: { patched: true } });
      const { '@ns:com:here:xyz': _, ...properties } = (await space.read('text')).properties;
      assert.deepEqual(properties, { ...expected, patched: true });
      const { body } = await hub.get<FeatureCollection>(`${space.path}/search?f.id="text"&selection=p.list`);
      assert.deepEqual(body.features[0]?.properties, { list: [value] });
    });
  }
});

describe('a lone surrogate is refused where text is an address', () => {
  for (const text of ['\ud800', 'a\udfffb']) {
    test(JSON.stringify(text), async () => {
      assertRefused(await hub.put(space.features, { type: 'Feature', id: text }), 400, 'id');
      const tagged = { type: 'Feature', id: 'tagged', properties: { '@ns:com:here:xyz': { tags: [text] } } };
      assertRefused(await hub.put(space.features, tagged), 400, 'tags');
      assert.equal((await hub.get(`${space.features}/tagged`)).status, 404);
    });
  }
});

function escaped(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
