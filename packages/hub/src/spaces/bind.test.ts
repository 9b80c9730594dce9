import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@meridian/store';
import { isBoundUpstream, withMissingBindings } from './bind.ts';
import { BINDINGS } from './bindings.ts';
import { Space } from './space.ts';

const space = (id: string, serial: number, definition: JsonObject) =>
  new Space({ id, serial, storageKey: `key-${serial}`, definition: { id, owner: 'ana', ...definition } });
const virtual = (...ids: string[]) => ({
  storage: { id: 'virtualspace', params: { virtualspace: { group: ids } } },
});
const logged = (...ids: string[]) => ({
  listeners: { 'activity-log': ids.map((spaceId) => ({ params: { spaceId } })) },
});
const spaces = new Map([
  ['roads', space('roads', 1, {})],
  ['bobs', space('bobs', 2, { owner: 'bob' })],
]);
const bound = (definition: JsonObject) =>
  withMissingBindings(space('s', 9, definition), (id) => spaces.get(id))?.[BINDINGS];

describe('a definition from before there were bindings', () => {
  test('means the upstream spaces that are there now', () => {
    assert.deepEqual(bound(virtual('roads', 'bobs', 'gone')), { upstreams: { roads: 1, bobs: 2 } });
  });

  test('means the logs that are there now, for which their owner answers', () => {
    assert.deepEqual(bound(logged('roads', 'bobs', 'gone')), {
      logs: { roads: { serial: 1, by: 'ana' }, bobs: { serial: 2, by: 'bob' }, gone: { by: 'ana' } },
    });
  });

  test('is left alone where it names no other space, or is bound already', () => {
    assert.equal(bound({}), undefined);
    assert.equal(bound({ ...virtual('roads'), [BINDINGS]: { upstreams: {} } }), undefined);
    assert.equal(bound({ ...logged('roads'), [BINDINGS]: { logs: {} } }), undefined);
  });

  test('keeps no versions for members that meant nothing then', () => {
    const definition = { enableGlobalVersioning: true, maxVersionCount: 5 };
    assert.equal(space('s', 9, definition).versioning, undefined);
    assert.deepEqual(space('s', 9, { ...definition, [BINDINGS]: { globalVersioning: true } }).versioning, {
      uuids: true,
      versionsToKeep: 5,
    });
  });
});

test('an upstream space is the one of that serial number', () => {
  const over = space('over', 3, { ...virtual('roads'), [BINDINGS]: { upstreams: { roads: 1 } } });
  assert.equal(isBoundUpstream(over, space('roads', 1, {})), true);
  assert.equal(isBoundUpstream(over, space('roads', 4, {})), false);
});
