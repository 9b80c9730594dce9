import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFault } from '../../contract/is-fault.ts';
import { MemoryTable } from '../../contract/memory-table.ts';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import { applyWrite } from './apply-write.ts';
import type { WriteRequest } from './write-request.ts';
import { collectionText } from './write-result.ts';

const bad = { id: 'bad', geometry: { type: 'Point', coordinates: [1, 99] } };
const all = { create: true, update: true, delete: true, read: true };

function space(...ids: string[]) {
  const table = new MemoryTable();
  const write = (body: unknown, changes: Partial<WriteRequest> = {}) =>
    applyWrite(writeRequest(body, changes), 's', table, 1000);
  write(collectionOf(ids.map((id) => ({ id, properties: { v: 0 } }))));
  return { write, ids: () => table.features().map(({ id }) => id) };
}

describe('a batch', () => {
  test('answers with every resulting feature in the order of the request', () => {
    const { write } = space('a', 'b');
    const outcome = write(
      collectionOf([{ id: 'c' }, { id: 'b', properties: { v: 0 } }, { id: 'a', properties: { v: 1 } }]),
    );
    assert.deepEqual(
      outcome.texts.map((text) => JSON.parse(text).id),
      ['c', 'b', 'a'],
    );
    assert.deepEqual([outcome.inserted, outcome.updated, outcome.deleted], [['c'], ['a'], []]);
    const result = JSON.parse(collectionText(outcome));
    assert.deepEqual(Object.keys(result), ['type', 'features', 'inserted', 'updated']);
  });

  test('may be empty', () =>
    assert.equal(
      collectionText(space().write(collectionOf([]))),
      '{"type":"FeatureCollection","features":[]}',
    ));

  test('fails whole with an invalid feature, naming it', () =>
    assert.throws(
      () => space().write(collectionOf([{ id: 'a' }, bad])),
      isFault('invalid', /^feature "bad" at position 1: geometry\.coordinates\[1\] is a latitude/),
    ));

  test('names a feature without an id by its index', () =>
    assert.throws(
      () => space().write(collectionOf([{}, { geometry: 5 }])),
      isFault('invalid', /^feature at position 1: geometry must be/),
    ));

  test('of one feature does not mention an index', () =>
    assert.throws(() => space().write(bad), isFault('invalid', /^feature "bad": geometry/)));

  test('fails whole with two features of one id', () =>
    assert.throws(
      () => space().write(collectionOf([{ id: 'a' }, { id: 'b' }, { id: 'a' }])),
      isFault('invalid', /position 2: two features of the request have the id "a"/),
    ));

  test('takes 5 and "5" for one id', () =>
    assert.throws(
      () => space().write(collectionOf([{ id: 5 }, { id: '5' }])),
      isFault('invalid', /have the id "5"/),
    ));

  test('fails whole with a conflict, naming the first', () =>
    assert.throws(
      () =>
        space('a', 'b').write(collectionOf([{ id: 'c' }, { id: 'b' }, { id: 'a' }]), {
          rule: { onExists: 'error', onNotExists: 'create', onConflict: 'error' },
        }),
      isFault('conflict', /feature "b" exists already/),
    ));
});

describe('a batch that is not transactional', () => {
  const lenient = { transactional: false };

  test('writes the good ones and lists the bad', () => {
    const { write, ids } = space('x');
    const { failed, inserted } = write(
      collectionOf([{ id: 'a' }, bad, { geometry: 5 }, { id: 'a' }, 7, { id: 'b' }]),
      lenient,
    );
    assert.deepEqual(ids(), ['x', 'a', 'b']);
    assert.deepEqual(inserted, ['a', 'b']);
    assert.deepEqual(
      failed.map(({ id, position }) => [id, position]),
      [
        ['bad', 1],
        [undefined, 2],
        ['a', 3],
        [undefined, 4],
      ],
    );
    assert.equal('id' in failed[1]!, false);
    assert.match(failed[2]!.message, /two features of the request have the id "a"/);
  });

  test('lists conflicts too', () => {
    const { write, ids } = space('x');
    const { failed } = write(collectionOf([{ id: 'x' }, { id: 'y' }]), {
      ...lenient,
      rule: { onExists: 'error', onNotExists: 'create', onConflict: 'error' },
    });
    assert.deepEqual(failed, [{ id: 'x', position: 0, message: 'feature "x" exists already' }]);
    assert.deepEqual(ids(), ['x', 'y']);
  });

  test('still fails whole where the body is no collection of anything', () =>
    assert.throws(
      () => space().write({ type: 'FeatureCollection', features: 5 }, lenient),
      isFault('invalid', /features must be an array/),
    ));
});

describe('rights are held against what really happens', () => {
  const body = collectionOf([{ id: 'a', properties: { v: 1 } }]);
  test('creating needs create', () =>
    assert.throws(
      () => space().write(body, { rights: { ...all, create: false } }),
      isFault('forbidden', /lacks the right createFeatures on space "s", which feature "a" needs/),
    ));
  test('changing needs update', () =>
    assert.throws(
      () => space('a').write(body, { rights: { ...all, update: false } }),
      isFault('forbidden', /updateFeatures/),
    ));
  test('deleting needs delete', () =>
    assert.throws(
      () =>
        space('a').write(body, {
          rights: { ...all, delete: false },
          rule: { onExists: 'delete', onNotExists: 'retain', onConflict: 'error' },
        }),
      isFault('forbidden', /deleteFeatures/),
    ));
  test('what changes nothing needs none', () => {
    const none = { create: false, update: false, delete: false, read: true };
    assert.deepEqual(space('a').write({ id: 'a', properties: { v: 0 } }, { rights: none }).updated, []);
  });
  test('one missing right refuses the batch, also where it is not transactional', () =>
    assert.throws(
      () =>
        space('a').write(collectionOf([{ id: 'a' }, { id: 'b' }]), {
          transactional: false,
          rights: { ...all, create: false },
        }),
      isFault('forbidden', /"b"/),
    ));
  test('comes before a conflict', () =>
    assert.throws(
      () =>
        space('a').write(collectionOf([{ id: 'a' }, { id: 'b' }]), {
          rights: { ...all, create: false },
          rule: { onExists: 'error', onNotExists: 'create', onConflict: 'error' },
        }),
      isFault('forbidden', /createFeatures/),
    ));
});

describe('one feature by its path', () => {
  const one = (id: string, changes: Partial<WriteRequest> = {}) => ({
    target: { kind: 'feature', id } as const,
    ...changes,
  });
  const patch = { rule: { onExists: 'patch', onNotExists: 'error', onConflict: 'error' } as const };

  test('has the id of the path, whatever the body says', () => {
    for (const id of ['other', '', 5, null, undefined]) {
      const { write, ids } = space();
      write({ id }, one('x'));
      assert.deepEqual(ids(), ['x']);
    }
  });
  test('is refused where the body has an id that can be none', () => {
    for (const id of [true, {}, ['x']])
      assert.throws(
        () => space().write({ id }, one('x')),
        isFault('invalid', /^id must be a string or a number$/),
      );
  });
  test('is not a collection', () =>
    assert.throws(
      () => space().write(collectionOf([{ id: 'x' }]), one('x')),
      isFault('invalid', /type must be "Feature"/),
    ));
  test('that is not there can not be patched', () =>
    assert.throws(
      () => space().write({}, one('x', patch)),
      isFault('notFound', /^The requested resource does not exist\.$/),
    ));
  test('can be patched', () =>
    assert.deepEqual(space('x').write({ properties: { w: 1 } }, one('x', patch)).updated, ['x']));
});

describe('a list of modifications', () => {
  const list = (...modifications: object[]) => ({ type: 'FeatureModificationList', modifications });
  const data = (...features: object[]) => ({ featureData: collectionOf(features) });

  test('applies each by its own rule, in order, and one id may recur', () => {
    const { write, ids } = space('a', 'b');
    const outcome = write(
      list(
        {
          type: 'FeatureModification',
          ...data({ id: 'n', properties: { v: 1 } }),
          onFeatureNotExists: 'create',
          onFeatureExists: 'error',
        },
        {
          ...data({ id: 'n', properties: { w: 2 } }, { id: 'zz' }),
          onFeatureExists: 'patch',
          onFeatureNotExists: 'retain',
        },
        { featureIds: ['a', 'gone'], onFeatureExists: 'delete', onFeatureNotExists: 'retain' },
        { featureIds: ['b'], onFeatureExists: 'retain' },
      ),
    );
    assert.deepEqual(ids(), ['b', 'n']);
    assert.deepEqual([outcome.inserted, outcome.updated, outcome.deleted], [['n'], ['n'], ['a']]);
    assert.deepEqual(
      outcome.texts.map((text) => JSON.parse(text).id),
      ['n', 'n', 'b'],
    );
    assert.deepEqual(JSON.parse(outcome.texts[1]!).properties.w, 2);
    assert.deepEqual(JSON.parse(outcome.texts[1]!).properties.v, 1);
  });

  test('follows the request where a modification says nothing', () => {
    const { write } = space('a');
    assert.deepEqual(
      write(list(data({ id: 'a', properties: { w: 1 } })), {
        rule: { onExists: 'retain', onNotExists: 'create', onConflict: 'error' },
      }).updated,
      [],
    );
  });

  test('counts positions through all its parts', () => {
    const { failed } = space('a').write(
      list(data({ id: 'b' }, bad), { featureIds: ['x', 'y'], onFeatureNotExists: 'error' }, data(bad)),
      { transactional: false },
    );
    assert.deepEqual(
      failed.map(({ position }) => position),
      [1, 2, 3, 4],
    );
  });

  test('fails whole with a conflict about an id', () => {
    assert.throws(
      () => space('a').write(list({ featureIds: ['a'], onFeatureExists: 'error' })),
      isFault('conflict', /feature "a" exists already/),
    );
    assert.throws(
      () => space().write(list({ featureIds: ['a'], onFeatureNotExists: 'error' })),
      isFault('conflict', /feature "a" does not exist/),
    );
  });

  test('may not name an id twice in one modification', () =>
    assert.throws(
      () => space('a').write(list({ featureIds: ['a', 'a'], onFeatureExists: 'delete' })),
      isFault('invalid', /two features of the request have the id "a"/),
    ));
});
