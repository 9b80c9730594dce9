import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { versioningOf } from './versioning.ts';

describe('a definition keeps', () => {
  const all = Number.POSITIVE_INFINITY;
  const cases: [definition: object, kept: object | undefined][] = [
    [{}, undefined],
    [{ enableHistory: false, enableUUID: false, versionsToKeep: 0 }, undefined],
    [{ versionsToKeep: 1 }, undefined],
    [{ versionsToKeep: 2 }, { uuids: false, versionsToKeep: 2 }],
    [{ enableHistory: true }, { uuids: false, versionsToKeep: all }],
    [
      { enableHistory: true, versionsToKeep: 0 },
      { uuids: false, versionsToKeep: all },
    ],
    [
      { enableHistory: true, versionsToKeep: 1 },
      { uuids: false, versionsToKeep: 1 },
    ],
    [{ enableUUID: true }, { uuids: true }],
    [
      { enableUUID: true, versionsToKeep: 10 },
      { uuids: true, versionsToKeep: 10 },
    ],
  ];
  for (const [definition, kept] of cases)
    test(JSON.stringify(definition), () => assert.deepEqual(versioningOf({ ...definition }), kept));
});
