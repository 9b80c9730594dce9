import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  type BBox,
  datahubCoordinates,
  force2D,
  GEOMETRY_TYPES,
  type Geometry,
  inspectGeometry,
} from './index.ts';

/** A geometry and everything this package has to say about it. */
type Fixture = {
  geometry: Geometry;
  facts: { type: string; bbox: [number, number, number, number] | null; hasZ: boolean; vertices: number };
  force2D: Geometry;
  datahub: Geometry;
};

const folder = new URL('./fixtures/', import.meta.url);
const fixtures = readdirSync(folder).map((file) => ({
  name: file.replace('.json', '').replaceAll('-', ' '),
  ...(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Fixture),
}));

for (const { name, geometry, facts, ...views } of fixtures)
  describe(name, () => {
    const before = JSON.stringify(geometry);

    test('is a geometry with these facts', () => {
      const { bbox, ...rest } = inspectGeometry(geometry);
      assert.deepEqual({ ...rest, bbox: bbox ? edges(bbox) : null }, facts);
    });

    test('loses its heights with force2D', () => assert.deepEqual(force2D(geometry), views.force2D));

    test('has three rounded coordinates for old clients', () =>
      assert.deepEqual(datahubCoordinates(geometry), views.datahub));

    test('is not changed by being looked at', () => assert.equal(JSON.stringify(geometry), before));
  });

test('every type of geometry has a fixture', () => {
  const seen = new Set(fixtures.map(({ geometry }) => geometry.type));
  assert.deepEqual([...seen].sort(), [...GEOMETRY_TYPES].sort());
});

function edges({ west, south, east, north }: BBox) {
  return [west, south, east, north];
}
