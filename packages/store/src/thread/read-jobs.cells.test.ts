import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACROSS, featuresIn, hexagons, isLoaded, piecesOf } from './testing/comb-space.ts';

test('cells are counted on where a row takes GEOS, which is loaded then', async () => {
  assert.equal(isLoaded(), false);
  const counted = featuresIn(await piecesOf(hexagons(ACROSS)));
  assert.equal(isLoaded(), true);
  assert.deepEqual(counted, featuresIn(await piecesOf(hexagons(ACROSS))));
});
