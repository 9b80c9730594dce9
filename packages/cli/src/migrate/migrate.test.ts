import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Feature, FeatureInput, Space } from '@meridian/client';
import { inOrder, keepsHistory, splitDefinition } from './definition.ts';
import { canonicalFeature, copyOf, Digest } from './digest.ts';

const NS = '@ns:com:here:xyz';

describe('a feature', () => {
  test('is copied without what belongs to its hub', () => {
    const namespace = { space: 's', createdAt: 1, updatedAt: 2, uuid: 'u', version: 3, tags: ['a'] };
    const feature = { type: 'Feature', id: 'x', bbox: [1], name: 'n', properties: { k: 1, [NS]: namespace } };
    assert.deepEqual(copyOf(feature as unknown as Feature), {
      type: 'Feature',
      id: 'x',
      geometry: null,
      name: 'n',
      properties: { k: 1, [NS]: { tags: ['a'] } },
    });
  });

  const point = (coordinates: number[], more: object = {}): FeatureInput =>
    ({ id: 'x', geometry: { type: 'Point', coordinates }, ...more }) as FeatureInput;
  const SAME: [what: string, a: FeatureInput, b: FeatureInput][] = [
    ['whatever the order of members', { id: 'x', a: 1, b: 2 }, { b: 2, a: 1, id: 'x' }],
    ['with a height of 0 and without', point([1, 2, 0]), point([1, 2])],
    ['whatever the order of tags', tagged(['a', 'b']), tagged(['b', 'a'])],
    ['without properties and with none', { id: 'x', properties: null }, { id: 'x', properties: {} }],
  ];
  for (const [what, a, b] of SAME)
    test(`is the same ${what}`, () => assert.equal(canonicalFeature(a), canonicalFeature(b)));

  const OTHERS: [what: string, a: FeatureInput, b: FeatureInput][] = [
    ['height', point([1, 2, 3]), point([1, 2])],
    ['tag', tagged(['a']), tagged(['b'])],
    ['type of a value', { id: 'x', properties: { n: 1 } }, { id: 'x', properties: { n: '1' } }],
    ['null value', { id: 'x', properties: { n: null } }, { id: 'x', properties: {} }],
  ];
  for (const [what, a, b] of OTHERS)
    test(`is another with another ${what}`, () => assert.notEqual(canonicalFeature(a), canonicalFeature(b)));

  test('counts in a digest whatever the order, and once for each time', () => {
    const digest = (...ids: string[]) => {
      const made = new Digest();
      for (const id of ids) made.add({ id });
      return made;
    };
    assert.ok(digest('a', 'b').equals(digest('b', 'a')));
    assert.ok(!digest('a', 'b').equals(digest('a', 'c')));
    assert.ok(!digest('a', 'a').equals(digest('a')));
    const { count, sum } = digest('a', 'b');
    const later = new Digest({ count, sum });
    later.add({ id: 'c' });
    assert.ok(later.equals(digest('c', 'a', 'b')));
  });

  function tagged(tags: string[]): FeatureInput {
    return { id: 'x', properties: { [NS]: { tags } } };
  }
});

describe('a definition', () => {
  const space = (more: object) => ({ id: 's', title: 'S', owner: 'me', createdAt: 1, ...more }) as Space;

  test('is split into what comes before the features and what comes behind', () => {
    const split = splitDefinition(
      space({
        cid: 'c',
        storage: { id: 'psql' },
        searchableProperties: { n: true },
        enableUUID: true,
        readOnly: true,
        processors: { 'rule-tagger': [{ params: {} }], geocoder: [{}] },
        listeners: [{ id: 'activity-log-writer', params: { spaceId: 'log' } }],
        own: 1,
      }),
    );
    assert.deepEqual(split.create, { id: 's', title: 'S', searchableProperties: { n: true }, own: 1 });
    assert.deepEqual(split.versioning, { enableUUID: true });
    assert.deepEqual(split.finish, [
      { change: { processors: { 'rule-tagger': [{ params: {} }] } } },
      { change: { processors: { geocoder: [{}] } }, unknown: 'processors.geocoder' },
      {
        change: {
          listeners: { 'activity-log-writer': [{ id: 'activity-log-writer', params: { spaceId: 'log' } }] },
        },
      },
      { change: { readOnly: true } },
    ]);
    assert.deepEqual(
      split.leftOut.map(({ what }) => what),
      ['storage'],
    );
  });

  test('of a virtual space comes behind those that it is made of', () => {
    const virtual = (id: string, ...group: string[]) =>
      splitDefinition(space({ id, storage: { id: 'virtualspace', params: { virtualspace: { group } } } }));
    const all = [virtual('top', 'v'), virtual('v', 'a', 'b'), virtual('lost', 'gone'), virtual('x', 'x')];
    const plain = ['a', 'b'].map((id) => splitDefinition(space({ id })));
    assert.deepEqual(
      inOrder([...all, ...plain]).map(({ create }) => create.id),
      ['a', 'b', 'v', 'top'],
    );
    assert.deepEqual(
      inOrder([virtual('v', 'a')], ['a']).map(({ create }) => create.id),
      ['v'],
    );
  });

  for (const [versioning, isKept] of [
    [{ enableHistory: true }, true],
    [{ enableGlobalVersioning: 'true' }, true],
    [{ versionsToKeep: 5 }, true],
    [{ versionsToKeep: 1, enableUUID: true }, false],
    [{}, false],
  ] as const)
    test(`${JSON.stringify(versioning)} ${isKept ? 'keeps' : 'does not keep'} history`, () =>
      assert.equal(keepsHistory(versioning), isKept));
});
