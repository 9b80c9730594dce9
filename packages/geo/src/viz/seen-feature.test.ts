import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Geometry } from '../geojson.ts';
import { TileWriter } from '../mvt/tile-writer.ts';
import { anyGeometry } from '../testing/arbitrary-geometry.ts';
import { tileAt } from '../tile/tile-address.ts';
import { SeenFeature } from './seen-feature.ts';
import { simplifyToGrid } from './simplify-to-grid.ts';

/** Gives a geometry position by position; of kinds that are never given so, nothing. */
function give(geometry: Geometry, feature: SeenFeature): boolean {
  switch (geometry.type) {
    case 'Point':
      feature.point(geometry.coordinates[0], geometry.coordinates[1]);
      return true;
    case 'LineString':
      for (const [x, y] of geometry.coordinates) feature.push(x, y);
      feature.endLine();
      return true;
    case 'Polygon':
      for (const ring of geometry.coordinates) {
        for (const [x, y] of ring) feature.push(x, y);
        feature.endRing();
      }
      return true;
    default:
      return false;
  }
}

/** The same geometry further east. */
function moved(geometry: Geometry, by: number): Geometry {
  const change = (value: unknown): unknown =>
    Array.isArray(value) && typeof value[0] === 'number'
      ? [value[0] + by, value[1]]
      : (value as unknown[]).map(change);
  if (geometry.type === 'GeometryCollection') return geometry;
  return { ...geometry, coordinates: change(geometry.coordinates) } as Geometry;
}

const geometry = fc.tuple(anyGeometry, fc.constantFrom(-172, 0, 172)).map(([one, by]) => moved(one, by));

test('what is drawn position by position is what is drawn of the simplified geometry, byte for byte', () => {
  let drawn = 0;
  // At the edges of the map some of it is drawn on both sides.
  const tiles = [
    tileAt('web', 0, 0, 0),
    tileAt('web', 1, 0, 1),
    tileAt('web', 4, 8, 7),
    tileAt('web', 9, 257, 255),
  ];
  fc.assert(
    fc.property(fc.array(geometry, { maxLength: 10 }), fc.constantFrom(...tiles), (geometries, tile) => {
      const expected = new TileWriter('layer', tile);
      const written = new TileWriter('layer', tile);
      const feature = new SeenFeature(tile);
      geometries.forEach((one, i) => {
        const id = Buffer.from(`xx№${i}`);
        feature.begin(id, 2, id.length);
        if (!give(one, feature)) return;
        const simple = simplifyToGrid(one, tile);
        const isDrawn = simple !== null && expected.add(`№${i}`, simple, {});
        assert.equal(written.addSeen(feature), isDrawn);
        if (isDrawn) drawn++;
      });
      assert.deepEqual(written.finish(), expected.finish());
    }),
    { numRuns: 300 },
  );
  assert.ok(drawn > 100, `${drawn} are drawn`);
});
