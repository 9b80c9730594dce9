import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FeatureText } from '@meridian/client';
import type { Feature } from '@meridian/formats/node';
import { type PrepareOptions, prepare } from './prepare.ts';

const location = { file: 'a.geojson', record: 1 };

function prepared(text: string, options: PrepareOptions = {}): FeatureText | string {
  const feature = JSON.parse(text) as Feature;
  if (feature.id === null) delete feature.id;
  return prepare({ feature, location, text }, options);
}

function idOf(text: string, options?: PrepareOptions): string {
  const result = prepared(text, options);
  assert.ok(result instanceof FeatureText, String(result));
  assert.equal(JSON.parse(result.text).id, result.id);
  return result.id;
}

const BARE = '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"a"}}';

test('only the properties that are chosen are imported, also renamed', () => {
  const text = BARE.replace('{"name":"a"}', '{"name":"a","height":1,"@ns:com:here:xyz":{"tags":["t"]}}');
  const result = prepared(text, { select: ['name'], rename: new Map([['name', 'title']]) });
  assert.ok(result instanceof FeatureText);
  assert.deepEqual(JSON.parse(result.text).properties, { title: 'a', '@ns:com:here:xyz': { tags: ['t'] } });
});

describe('the id of an imported feature', () => {
  test('is its own, and its text is sent unchanged', () => {
    const text = '{"type": "Feature", "id": "x", "geometry": null, "properties": {"n": 9007199254740993}}';
    assert.deepEqual(prepared(text), new FeatureText('x', text));
  });

  test('is its own, and its bytes are sent as they are where nothing else is wanted of it', () => {
    const given = { location, id: 'x', text: BARE, feature: JSON.parse(BARE) as Feature };
    const bytes = new TextEncoder().encode(BARE);
    const record = { ...given, takeBytes: () => bytes };
    assert.deepEqual(prepare(record, {}, true), new FeatureText('x', bytes));
    assert.deepEqual(prepare(record, {}), new FeatureText('x', BARE));
    assert.deepEqual(prepare(given, {}, true), new FeatureText('x', BARE));
  });

  test('comes from the content where it has none, the same in every import', () => {
    assert.match(idOf(BARE), /^[\w-]{22}$/);
    assert.equal(idOf(BARE), idOf(BARE.replaceAll(':', ': ')));
    assert.notEqual(idOf(BARE), idOf(BARE.replace('[1,2]', '[1,3]')));
    assert.notEqual(idOf(BARE), idOf(BARE.replace('"a"', '"b"')));
    const withMember = (value: number) =>
      BARE.replace('"type":"Feature"', `"type":"Feature","root":${value}`);
    assert.notEqual(idOf(withMember(1)), idOf(withMember(2)));
  });

  test('is not fooled by an id of null', () => {
    assert.equal(idOf(BARE.replace('"geometry"', '"id":null,"geometry"')), idOf(BARE));
  });

  test('does not depend on what a hub noted', () => {
    const noted = BARE.replace('"name":"a"', '"name":"a","@ns:com:here:xyz":{"updatedAt":5}');
    assert.equal(idOf(noted), idOf(BARE));
  });

  test('comes from a property where one is named', () => {
    const text = '{"type":"Feature","id":"x","geometry":null,"properties":{"osm":17,"empty":"","name":"a"}}';
    assert.equal(idOf(text, { id: 'osm' }), '17');
    assert.equal(idOf(text, { id: 'name' }), 'a');
    for (const id of ['empty', 'absent', 'constructor'])
      assert.match(String(prepared(text, { id })), /^has no property "\w+" to take its id from$/);
  });

  test('comes from the content on request, whatever the file says', () => {
    assert.equal(idOf(BARE.replace('"geometry"', '"id":"x","geometry"'), { hashIds: true }), idOf(BARE));
  });
});

describe('renaming properties', () => {
  const rename = new Map([['name', 'title']]);

  test('keeps their order and values', () => {
    const result = prepared('{"type":"Feature","id":"x","geometry":null,"properties":{"name":"a","n":1}}', {
      rename,
    });
    assert.ok(result instanceof FeatureText);
    assert.equal(JSON.stringify(JSON.parse(result.text).properties), '{"title":"a","n":1}');
  });

  test('never lets one property swallow another', () => {
    const text = '{"type":"Feature","id":"x","geometry":null,"properties":{"name":"a","title":"b"}}';
    assert.match(String(prepared(text, { rename })), /two properties .*"title"/);
  });
});
