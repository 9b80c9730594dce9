import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFault } from '../../contract/is-fault.ts';
import { MemoryTable } from '../../contract/memory-table.ts';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import { applyWrite } from './apply-write.ts';
import type { OnExists, OnNotExists, WriteRequest } from './write-request.ts';

const point = (x: number) => ({ type: 'Point', coordinates: [x, 0] });

/** A space with one feature `old`, written at 1000; what is written next is written at 2000. */
function space() {
  const table = new MemoryTable();
  const old = { id: 'old', geometry: point(1), properties: { a: 1, deep: { x: 1, y: 2 } }, note: 'kept' };
  const write = (body: unknown, changes: Partial<WriteRequest> = {}, now = 2000) =>
    applyWrite(writeRequest(body, changes), 'cities', table, now);
  write(old, { addTags: ['t', 'u'] }, 1000);
  const stored = (id: string) => table.features().find((feature) => feature.id === id);
  const userProperties = (id: string) => {
    const { '@ns:com:here:xyz': namespace, ...properties } = stored(id).properties;
    return { namespace, properties };
  };
  return { table, write, stored, userProperties };
}

const rule = (onExists: OnExists, onNotExists: OnNotExists) => ({
  rule: { onExists, onNotExists, onConflict: 'error' as const },
});

describe('a feature that exists', () => {
  const change = { id: 'old', properties: { a: 2, deep: { x: null } } };
  const outcomes: [onExists: OnExists, lists: string, properties: unknown][] = [
    ['patch', 'updated', { a: 2, deep: { y: 2 } }],
    ['replace', 'updated', { a: 2, deep: { x: null } }],
    ['merge', 'updated', { a: 2, deep: { x: null } }],
    ['retain', '', { a: 1, deep: { x: 1, y: 2 } }],
    ['delete', 'deleted', undefined],
  ];
  for (const [onExists, list, properties] of outcomes)
    test(`follows e=${onExists}`, () => {
      const { write, stored, userProperties } = space();
      const outcome = write(change, rule(onExists, 'error'));
      for (const name of ['inserted', 'updated', 'deleted'] as const)
        assert.deepEqual(outcome[name], name === list ? ['old'] : [], name);
      assert.equal(outcome.texts.length, properties ? 1 : 0);
      if (properties) assert.deepEqual(userProperties('old').properties, properties);
      else assert.equal(stored('old'), undefined);
    });

  test('is a conflict with e=error', () => {
    const { write } = space();
    assert.throws(
      () => write(change, rule('error', 'create')),
      isFault('conflict', /feature "old" exists already/),
    );
  });
});

describe('the texts of features', () => {
  const features = [
    { id: 'new', properties: {} },
    { id: 'old', properties: { a: 2 } },
    { id: 'old', properties: { a: 2 } },
  ];
  const cases: [returning: WriteRequest['returning'], texts: number][] = [
    [true, 1],
    ['lists', 0],
    [false, 0],
  ];
  for (const [returning, texts] of cases)
    test(`are there where they are returned: ${returning}`, () => {
      const { write } = space();
      const counts = features.map((feature) => {
        const outcome = write(feature, { ...rule('patch', 'create'), returning });
        return outcome.texts.length;
      });
      assert.deepEqual(counts, [texts, texts, texts]);
    });
});

describe('a feature that does not exist', () => {
  test('is created', () => {
    const { write, userProperties, stored } = space();
    assert.deepEqual(write({ id: 'new', properties: { a: null } }).inserted, ['new']);
    assert.deepEqual(userProperties('new'), {
      properties: { a: null },
      namespace: { space: 'cities', createdAt: 2000, updatedAt: 2000, tags: [] },
    });
    assert.equal(stored('new').geometry, null);
  });

  test('is left alone with ne=retain', () => {
    const { write, table } = space();
    const { texts, inserted } = write({ id: 'new' }, rule('patch', 'retain'));
    assert.deepEqual([texts, inserted, table.count()], [[], [], 1]);
  });

  test('is a conflict with ne=error', () => {
    const { write } = space();
    assert.throws(
      () => write({ id: 'new' }, rule('patch', 'error')),
      isFault('conflict', /feature "new" does not exist/),
    );
  });

  test('gets sixteen letters and digits for an id where it has none', () => {
    const { write } = space();
    assert.match(write({})!.inserted[0]!, /^[A-Za-z0-9]{16}$/);
  });

  test('gets the prefix before its id, given or made', () => {
    const { write } = space();
    const { inserted } = write(collectionOf([{ id: 'a' }, {}]), { prefixId: 'p:' });
    assert.equal(inserted[0], 'p:a');
    assert.match(inserted[1]!, /^p:[A-Za-z0-9]{16}$/);
  });
});

describe('replacing', () => {
  test('keeps the time of creation, the position in the order, and nothing else', () => {
    const { write, table, stored, userProperties } = space();
    write(collectionOf([{ id: 'new' }, { id: 'old' }]));
    assert.deepEqual(
      table.features().map(({ id }) => id),
      ['old', 'new'],
    );
    assert.deepEqual(userProperties('old').namespace, {
      space: 'cities',
      createdAt: 1000,
      updatedAt: 2000,
      tags: [],
    });
    assert.equal(stored('old').note, undefined);
    assert.equal(stored('old').geometry, null);
  });

  test('with what is there already changes nothing, not even the time', () => {
    const { write, stored } = space();
    const before = stored('old');
    const again = {
      id: 'old',
      note: 'kept',
      properties: { deep: { y: 2.0, x: 1 }, a: 1, '@ns:com:here:xyz': { tags: ['T', 'u'] } },
      geometry: point(1),
    };
    const { texts, updated } = write(again);
    assert.deepEqual(updated, []);
    assert.deepEqual(JSON.parse(texts[0]!), before);
    assert.deepEqual(stored('old'), before);
  });
});

describe('patching', () => {
  const patched = (patch: object) => {
    const { write, stored, userProperties } = space();
    write({ id: 'old', ...patch }, rule('patch', 'error'));
    return { ...stored('old'), ...userProperties('old') };
  };

  test('with nothing changes nothing', () => assert.equal(patched({}).namespace.updatedAt, 1000));
  test('with null properties changes nothing', () =>
    assert.equal(patched({ properties: null }).namespace.updatedAt, 1000));
  test('replaces a geometry whole', () =>
    assert.deepEqual(patched({ geometry: point(9) }).geometry, point(9)));
  test('keeps a geometry that is not spoken of', () =>
    assert.deepEqual(patched({ properties: { b: 1 } }).geometry, point(1)));
  test('removes a geometry with null', () => assert.equal(patched({ geometry: null }).geometry, null));
  test('merges and removes root members', () => {
    assert.equal(patched({ note: null }).note, undefined);
    assert.equal(patched({ other: 1 }).note, 'kept');
  });
  test('keeps tags that are not spoken of', () =>
    assert.deepEqual(patched({ properties: { b: 1 } }).namespace.tags, ['t', 'u']));
  test('replaces tags that are', () =>
    assert.deepEqual(patched({ properties: { '@ns:com:here:xyz': { tags: ['V'] } } }).namespace.tags, ['v']));
  test('ignores what only the hub may say', () =>
    assert.deepEqual(
      patched({ properties: { '@ns:com:here:xyz': { createdAt: 5, space: 'x', uuid: 'u' } } }).namespace
        .createdAt,
      1000,
    ));
});

describe('tags to add and to remove', () => {
  const tagsAfter = (feature: object, changes: Partial<WriteRequest>) => {
    const { write, userProperties } = space();
    write({ id: 'old', ...feature }, changes);
    return userProperties('old').namespace.tags;
  };
  const own = (...tags: string[]) => ({ properties: { '@ns:com:here:xyz': { tags } } });
  const cases: [what: string, feature: object, changes: Partial<WriteRequest>, tags: string[]][] = [
    ['are added to the stored ones, also on replace', {}, { addTags: ['v'] }, ['t', 'u', 'v']],
    ['are removed from the stored ones, also on replace', {}, { removeTags: ['t'] }, ['u']],
    ['are added to the body’s where it has some', own('x'), { addTags: ['v'] }, ['x', 'v']],
    ['are added to none where the body clears them', own(), { addTags: ['v'] }, ['v']],
    ['are added first and removed then', {}, { addTags: ['v', 'w'], removeTags: ['w', 'u'] }, ['t', 'v']],
    ['do not repeat', {}, { addTags: ['t'] }, ['t', 'u']],
    ['without either, replace takes the body’s', {}, {}, []],
  ];
  for (const [what, feature, changes, tags] of cases)
    test(what, () => assert.deepEqual(tagsAfter(feature, changes), tags));

  test('are given to a new feature', () => {
    const { write, userProperties } = space();
    write({ id: 'new' }, { addTags: ['v'], removeTags: ['x'] });
    assert.deepEqual(userProperties('new').namespace.tags, ['v']);
  });
});
