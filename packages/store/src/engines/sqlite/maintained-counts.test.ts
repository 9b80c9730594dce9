import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import type { Feature } from '../../model/feature/feature.ts';
import { geometryTypeCode } from '../../model/feature/geometry-type.ts';
import { parseStored } from '../../model/json/exact-json.ts';
import type { JsonObject } from '../../model/json/own.ts';
import { DATATYPES, StatsDelta } from '../../model/statistics/stats-delta.ts';
import { MaintainedCounts } from './maintained-counts.ts';
import { SPACE_MIGRATIONS } from './schema.ts';

function open() {
  const database = new DatabaseSync(':memory:');
  for (const migration of SPACE_MIGRATIONS) database.exec(migration);
  const rows = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row));
  const statsDelta = new StatsDelta();
  const maintainedCounts = new MaintainedCounts(database);
  return {
    statsDelta,
    flush: () => maintainedCounts.take(statsDelta),
    tags: () => rows('SELECT tag, count FROM tag_count ORDER BY tag'),
    geometries: () => rows('SELECT geometry_type, count FROM geometry_count ORDER BY 1'),
    properties: () =>
      rows('SELECT key, datatype, count FROM property_count ORDER BY key, datatype').map(
        ([key, type, count]) => [key, DATATYPES[type as number], count],
      ),
  };
}

function feature(json: string, tags: string[] = [], geometry: Feature['geometry'] = null): Feature {
  return { id: 'x', geometry, properties: parseStored(json) as JsonObject, tags, foreign: {} };
}

describe('a stats delta', () => {
  test('counts leaf properties by their dotted path and type', () => {
    const { statsDelta, flush, properties } = open();
    statsDelta.add(
      feature(
        '{"s":"x","n":1,"b":true,"l":[{"x":1}],"z":null,"e":{},"deep":{"er":{"n":2},"s":"y"},"big":1e999}',
      ),
      10,
      1,
    );
    flush();
    assert.deepEqual(properties(), [
      ['b', 'boolean', 1],
      ['big', 'number', 1],
      ['deep.er.n', 'number', 1],
      ['deep.s', 'string', 1],
      ['e', 'object', 1],
      ['l', 'array', 1],
      ['n', 'number', 1],
      ['s', 'string', 1],
      ['z', 'null', 1],
    ]);
  });

  test('keeps the types of one property apart', () => {
    const { statsDelta, flush, properties } = open();
    for (const json of ['{"v":1}', '{"v":2}', '{"v":"x"}', '{"v":{"w":1}}'])
      statsDelta.add(feature(json), 1, 1);
    flush();
    assert.deepEqual(properties(), [
      ['v', 'string', 1],
      ['v', 'number', 2],
      ['v.w', 'number', 1],
    ]);
  });

  test('counts tags and geometry types', () => {
    const { statsDelta, flush, tags, geometries } = open();
    statsDelta.add(feature('{}', ['a', 'b'], { type: 'Point', coordinates: [1, 2] }), 1, 1);
    statsDelta.add(feature('{}', ['b']), 1, 1);
    flush();
    assert.deepEqual(tags(), [
      ['a', 1],
      ['b', 2],
    ]);
    assert.deepEqual(geometries(), [
      [0, 1],
      [geometryTypeCode('Point'), 1],
    ]);
  });

  test('forgets what is no longer there', () => {
    const { statsDelta, flush, tags, properties, geometries } = open();
    const one = feature('{"v":1,"w":{"x":"y"}}', ['a'], { type: 'Point', coordinates: [1, 2] });
    statsDelta.add(one, 7, 1);
    flush();
    statsDelta.add(one, 7, -1);
    flush();
    assert.deepEqual([tags(), properties(), geometries()], [[], [], []]);
  });

  test('writes only what a transaction changed in the end', () => {
    const { statsDelta, flush, tags, properties } = open();
    statsDelta.add(feature('{"v":1}', ['a']), 5, 1);
    statsDelta.add(feature('{"v":1}', ['a']), 5, -1);
    statsDelta.add(feature('{"v":"now text"}', ['a']), 9, 1);
    assert.deepEqual([statsDelta.count, statsDelta.bytes, statsDelta.maxBytes], [1, 9, 9]);
    flush();
    assert.deepEqual(tags(), [['a', 1]]);
    assert.deepEqual(properties(), [['v', 'string', 1]]);
    assert.deepEqual([statsDelta.count, statsDelta.bytes, statsDelta.maxBytes], [0, 0, 0]);
  });

  test('drops what was undone', () => {
    const { statsDelta, flush, tags } = open();
    statsDelta.add(feature('{}', ['undone']), 5, 1);
    statsDelta.clear();
    statsDelta.add(feature('{}', ['done']), 5, 1);
    flush();
    assert.deepEqual(tags(), [['done', 1]]);
  });

  test('takes hostile names for names', () => {
    const { statsDelta, flush, properties, tags } = open();
    statsDelta.add(
      feature(
        '{"__proto__":1,"constructor":{"prototype":2},"\'; DROP TABLE tag_count; --":3,"\\u0000":4,"":5}',
        ["'); --"],
      ),
      1,
      1,
    );
    flush();
    assert.deepEqual(
      properties().map(([key]) => key),
      ['', '\u0000', "'; DROP TABLE tag_count; --", '__proto__', 'constructor.prototype'],
    );
    assert.deepEqual(tags(), [["'); --", 1]]);
  });
});

test('every geometry type has a number of its own', () => {
  const codes = [
    'Point',
    'MultiPoint',
    'LineString',
    'MultiLineString',
    'Polygon',
    'MultiPolygon',
    'GeometryCollection',
  ].map(geometryTypeCode);
  assert.deepEqual(codes, [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(geometryTypeCode(undefined), 0);
});
