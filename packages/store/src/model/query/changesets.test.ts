import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ChangesetWriter } from './changesets.ts';
import type { Change } from './query.ts';

const writer = (alone: boolean) => new ChangesetWriter({ from: 1, to: 9, limit: 9, view: {}, alone });
const features = (...texts: number[]) => ({ type: 'FeatureCollection', features: texts });
const changeset = (inserted: number[], updated: number[], deleted: number[], createdAt?: number) => ({
  type: 'Changeset',
  ...(createdAt !== undefined && { createdAt }),
  inserted: features(...inserted),
  updated: features(...updated),
  deleted: features(...deleted),
});

describe('changesets are written', () => {
  const changes: [version: number, change: Change, text: string][] = [
    [1, 'inserted', '1'],
    [1, 'inserted', '2'],
    [3, 'updated', '3'],
    [3, 'deleted', '4'],
    [3, 'deleted', '5'],
    [4, 'deleted', '6'],
    [5, 'inserted', '7'],
  ];
  const expected = {
    '1': changeset([1, 2], [], []),
    '3': changeset([], [3], [4, 5], 1700000000000),
    '4': changeset([], [], [6]),
    '5': changeset([7], [], []),
  };

  for (const often of [1, 2, 3, 100])
    test(`in pieces of ${often}`, () => {
      const written = writer(false);
      let text = '';
      changes.forEach(([version, change, feature], i) => {
        written.add({ version, ...(version === 3 && { createdAt: 1700000000000 }) }, change, feature);
        if (i % often === 0) text += written.take();
      });
      assert.deepEqual(JSON.parse(`{${text + written.end()}}`), expected);
    });

  test('not at all where nothing changed', () => assert.equal(writer(false).end(), ''));

  test('alone', () => {
    const written = writer(true);
    written.add({ version: 3 }, 'updated', '3');
    assert.deepEqual(JSON.parse(written.end()), changeset([], [3], []));
    assert.deepEqual(JSON.parse(writer(true).end()), changeset([], [], []));
  });
});
