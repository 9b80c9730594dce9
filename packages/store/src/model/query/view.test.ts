import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { writeFeatureText } from '../feature/feature-text.ts';
import { parseStored } from '../json/exact-json.ts';
import type { JsonObject } from '../json/own.ts';
import { StoredFeature } from './match.ts';
import type { FeatureView, SelectedPath } from './query.ts';
import { isPlainView, showFeature } from './view.ts';

const text = writeFeatureText(
  {
    id: 'x',
    geometry: { type: 'Point', coordinates: [1.123456789, 2, 3] },
    properties: parseStored(
      '{"a":{"b":1,"c":2},"a.b":3,"n":9007199254740993,"id":"inner","rank":"inner","nil":null,"__proto__":{"p":4}}',
    ) as JsonObject,
    tags: ['t'],
    foreign: parseStored('{"rank":1,"meta":{"k":"v","w":1e999},"__proto__":5}') as JsonObject,
  },
  { space: 's', createdAt: 1, updatedAt: 2 },
);
const feature = new StoredFeature('x', text);
/** Nothing of it has been parsed before. */
const show = (view: FeatureView) => showFeature(new StoredFeature('x', text), view, true);
const hub = '"@ns:com:here:xyz":{"space":"s","createdAt":1,"updatedAt":2,"tags":["t"]}';
const p = (path: string): SelectedPath => ({ root: 'properties', path: path.split('.') });
const any = (path: string): SelectedPath => ({ root: 'any', path: path.split('.') });

describe('a selection gives id, type and geometry, and of the rest', () => {
  const head =
    '{"type":"Feature","id":"x","geometry":{"type":"Point","coordinates":[1.123456789,2,3]},"properties":';
  const cases: [what: string, selection: SelectedPath[], rest: string][] = [
    ['nothing where it hits nothing', [p('zzz')], '{}}'],
    ['nothing where it is inherited', [p('toString'), any('constructor'), any('hasOwnProperty')], '{}}'],
    ['the property it names', [p('a')], '{"a":{"b":1,"c":2}}}'],
    ['what is below a property, nested as it was', [p('a.b')], '{"a":{"b":1}}}'],
    ['several of one object', [p('a.c'), p('a.b')], '{"a":{"c":2,"b":1}}}'],
    ['the whole, named after a part', [p('a.b'), p('a')], '{"a":{"b":1,"c":2}}}'],
    ['the whole, named before a part', [p('a'), p('a.b')], '{"a":{"b":1,"c":2}}}'],
    ['null where that is the value', [p('nil')], '{"nil":null}}'],
    ['nothing below a scalar', [p('n.x'), p('nil.x')], '{}}'],
    ['digits as they were', [p('n')], '{"n":9007199254740993}}'],
    ['names of prototypes as data', [p('__proto__')], '{"__proto__":{"p":4}}}'],
    ['the hub’s marks only where it names them', [p('@ns:com:here:xyz')], `{${hub}}}`],
    ['one of the hub’s marks', [p('@ns:com:here:xyz.tags')], '{"@ns:com:here:xyz":{"tags":["t"]}}}'],
    ['a root member by its bare name', [any('rank')], '{},"rank":1}'],
    ['the property of that name with p.', [p('rank')], '{"rank":"inner"}}'],
    ['a part of a root member', [any('meta.k')], '{},"meta":{"k":"v"}}'],
    ['a property by its bare name where the root has none', [any('a')], '{"a":{"b":1,"c":2}}}'],
    ['a part of a property by its bare name', [any('a.c')], '{"a":{"c":2}}}'],
    ['nothing more for a name that is always there', [any('id'), any('type'), any('geometry')], '{}}'],
    ['the property called id with p.', [p('id')], '{"id":"inner"}}'],
    ['a part by its whole path', [any('properties.a.b')], '{"a":{"b":1}}}'],
  ];
  const others = ['none', 'none.a', 'none.b'].map(p);
  for (const [what, selection, rest] of cases)
    test(what, () => {
      assert.equal(show({ selection }), head + rest);
      assert.equal(show({ selection: [...selection, ...others] }), head + rest, 'among many');
    });

  test('all properties by the name of their member', () => {
    const shown = JSON.parse(show({ selection: [any('properties')] }));
    assert.deepEqual(shown.properties, JSON.parse(text.text).properties);
    assert.equal('rank' in shown, false);
  });

  test('always the same: what is stored is not touched', () => {
    const before = show({ selection: [p('a')] });
    const showOf = (selection: SelectedPath[]) => showFeature(feature, { selection }, true);
    showOf([p('a.b'), p('a'), any('meta.k')]);
    assert.equal(showOf([p('a')]), before);
    assert.equal(feature.text.text, text.text);
  });
});

describe('the geometry', () => {
  const shown = (view: FeatureView, hasZ = true) =>
    JSON.parse(showFeature(feature, view, hasZ)).geometry.coordinates;

  test('is as stored', () => assert.deepEqual(shown({}), [1.123456789, 2, 3]));
  test('loses z with force2D', () => assert.deepEqual(shown({ force2D: true }), [1.123456789, 2]));
  test('is left alone by force2D where nothing has a z', () =>
    assert.deepEqual(shown({ force2D: true }, false), [1.123456789, 2, 3]));
  test('is rounded for old clients', () =>
    assert.deepEqual(shown({ coordinates: 'datahub' }), [1.12345679, 2, 3]));
  test('gets no z for old clients that ask for force2D', () =>
    assert.equal(shown({ coordinates: 'datahub', force2D: true }).length, 2));

  test('may be null in every view', () => {
    const bare = new StoredFeature(
      'y',
      writeFeatureText(
        { id: 'y', geometry: null, properties: {}, tags: [], foreign: {} },
        { space: 's', createdAt: 1, updatedAt: 2 },
      ),
    );
    for (const view of [
      { force2D: true },
      { coordinates: 'datahub' },
      { selection: [p('a')] },
    ] as FeatureView[])
      assert.equal(JSON.parse(showFeature(bare, view, true)).geometry, null);
  });

  test('can change while the rest stays byte by byte', () => {
    const { text: all, propertiesStart } = text;
    assert.ok(show({ force2D: true }).endsWith(all.slice(propertiesStart)));
  });
});

describe('the namespace can be hidden', () => {
  const own = (properties: JsonObject, tags: string[] = []) => {
    const foreign = { also: { '@ns:com:here:xyz': { space: 'other' } } };
    const stored = writeFeatureText(
      { id: 'y', geometry: null, properties, tags, foreign },
      { space: 's', createdAt: 1, updatedAt: 2, revision: { version: 3 } },
    );
    return JSON.parse(showFeature(new StoredFeature('y', stored), { hidesNamespace: true }, false));
  };
  const CASES: [what: string, properties: JsonObject, tags?: string[]][] = [
    ['from no other property', {}],
    ['from several', { a: 1, b: 'x' }],
    ['from one that has another of its name inside', { a: { '@ns:com:here:xyz': { space: 'inner' } } }],
    ['with tags that look like it', { a: 1 }, ['"@ns:com:here:xyz":{', '}']],
  ];
  for (const [what, properties, tags] of CASES)
    test(what, () => {
      const shown = own(properties, tags);
      assert.deepEqual(shown.properties, properties);
      assert.deepEqual(shown.also, { '@ns:com:here:xyz': { space: 'other' } });
    });

  test('and every other byte stays as it was', () => {
    assert.equal(show({ hidesNamespace: true }), text.text.replace(`,${hub}`, ''));
  });

  test('unless a selection names it', () => {
    assert.ok(show({ hidesNamespace: true, selection: [p('@ns:com:here:xyz')] }).includes(hub));
  });
});

test('a view is plain where stored texts can be passed on', () => {
  const views: [view: FeatureView, plain: boolean][] = [
    [{}, true],
    [{ force2D: false, coordinates: 'stored' }, true],
    [{ force2D: true }, false],
    [{ hidesNamespace: true }, false],
    [{ coordinates: 'datahub' }, false],
    [{ selection: [] }, false],
  ];
  for (const [view, plain] of views) assert.equal(isPlainView(view), plain, JSON.stringify(view));
});
