import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refuseUnknownPlugins, unknownPlugins } from './known-plugins.ts';

const GEOCODED = { processors: { geocoder: [{}], 'rule-tagger': [{}] }, listeners: { audit: [{}] } };

describe('processors and listeners that the hub does not have', () => {
  test('are named, known and removed ones not', () => {
    assert.deepEqual(unknownPlugins(GEOCODED), [
      { field: 'processors', id: 'geocoder' },
      { field: 'listeners', id: 'audit' },
    ]);
    assert.deepEqual(unknownPlugins({ processors: { geocoder: null }, listeners: {} }), []);
  });

  test('stay where the stored definition has them', () => {
    refuseUnknownPlugins({ ...GEOCODED, title: 'Renamed' }, GEOCODED);
    refuseUnknownPlugins({ processors: { geocoder: [{ params: { n: 1 } }] } }, GEOCODED);
  });

  for (const [what, added, stored] of [
    ['new', { processors: { geocoder: [{}] } }, {}],
    ['beside one that is stored', { processors: { geocoder: [{}], geocodr: [{}] } }, GEOCODED],
    ['stored under the other field', { listeners: { geocoder: [{}] } }, GEOCODED],
  ] as const)
    test(`are refused where they are ${what}`, () => {
      assert.throws(() => refuseUnknownPlugins(added, stored), /there is no "geocode?r"; known are "/);
    });
});
