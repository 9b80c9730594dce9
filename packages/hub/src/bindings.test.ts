import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject, SpaceRecord } from '@meridian/store';
import { BINDINGS, isBoundUpstream, withMissingBindings } from './bindings.ts';
import { versioningOf } from './versioning.ts';

const record = (id: string, serial: number, definition: JsonObject): SpaceRecord => ({
  id,
  serial,
  place: `place-${serial}`,
  definition: { id, owner: 'ana', ...definition },
});
const virtual = (...ids: string[]) => ({
  storage: { id: 'virtualspace', params: { virtualspace: { group: ids } } },
});
const logged = (...ids: string[]) => ({
  listeners: { 'activity-log': ids.map((spaceId) => ({ params: { spaceId } })) },
});
const records = new Map([
  ['roads', record('roads', 1, {})],
  ['bobs', record('bobs', 2, { owner: 'bob' })],
]);
const bound = (definition: JsonObject) =>
  withMissingBindings({ owner: 'ana', ...definition }, (id) => records.get(id))?.[BINDINGS];

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
    assert.equal(versioningOf(definition), undefined);
    assert.deepEqual(versioningOf({ ...definition, [BINDINGS]: { globalVersioning: true } }), {
      uuids: true,
      versionsToKeep: 5,
    });
  });
});

test('an upstream space is the one of that serial number', () => {
  const over = record('over', 3, { ...virtual('roads'), [BINDINGS]: { upstreams: { roads: 1 } } });
  assert.equal(isBoundUpstream(over, record('roads', 1, {})), true);
  assert.equal(isBoundUpstream(over, record('roads', 4, {})), false);
});
