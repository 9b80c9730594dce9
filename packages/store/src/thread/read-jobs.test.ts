import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ACROSS,
  COMB,
  clipped,
  features,
  featuresIn,
  hexagons,
  isLoaded,
  piecesOf,
  teeth,
  WEST_OF_IT,
} from './testing/comb-space.ts';

const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);

test('reads of boxes do without GEOS where nothing has to be taken apart', async () => {
  const found = featuresIn(await piecesOf(clipped(WEST_OF_IT)));
  const inside = features.filter(
    ({ geometry }, i) => i !== COMB && (geometry.coordinates[0] as number) <= WEST_OF_IT.boxes[0]!.east,
  );
  assert.deepEqual(idsOf(found), idsOf(inside));
  assert.ok(featuresIn(await piecesOf(hexagons(WEST_OF_IT))).length > 0);
  assert.equal(isLoaded(), false);
});

test('a read that meets what takes GEOS goes on with it: what was sent before is not sent again', async () => {
  const pieces = await piecesOf(clipped(ACROSS));
  const nth = pieces.findIndex(({ chunk }) => chunk && Buffer.from(chunk).includes(`"f${COMB}"`));
  assert.ok(nth > 0, 'the comb is not in the first piece');
  assert.equal(isLoaded(), true);
  const found = featuresIn(pieces);
  assert.deepEqual(idsOf(found), idsOf(features));
  assert.ok(found[COMB].geometry.coordinates[0].length > teeth.length);
});
