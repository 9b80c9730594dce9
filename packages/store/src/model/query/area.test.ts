import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Geometry, loadGeos, type Position } from '@meridian/geo';
import { isFault } from '../../contract/is-fault.ts';
import { prepareArea } from './area.ts';

const geos = await loadGeos();

/** A ring that crosses itself wherever it goes. */
function scribble(edges: number): Position[] {
  const ring = Array.from(
    { length: edges },
    (_, i): Position => [((i * 7919) % 3001) / 10 - 150, ((i * 5303) % 1601) / 10 - 80],
  );
  return [...ring, ring[0]!];
}

test('what lies in one box whole is not added to by another box that it touches', () => {
  const around = prepareArea(
    {
      boxes: [
        { west: 140, south: 0, east: 180, north: 20 },
        { west: -180, south: 0, east: 140, north: 20 },
      ],
    },
    geos,
  );
  const touching: Geometry[] = [
    { type: 'Point', coordinates: [140, 10] },
    {
      type: 'LineString',
      coordinates: [
        [140, 5],
        [150, 5],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          [140, 0],
          [150, 0],
          [150, 5],
          [140, 5],
          [140, 0],
        ],
      ],
    },
  ];
  for (const geometry of touching) assert.deepEqual(around.clip(geometry), geometry);
  around.free();
});

test('an area that crosses itself all the time is refused before it is computed with', () => {
  const shape: Geometry = { type: 'Polygon', coordinates: [scribble(2000)] };
  assert.throws(
    () => prepareArea({ shape, radius: 0 }, geos),
    isFault('invalid', /geometry to search by crosses itself.* too often: simplify the Polygon/),
  );
  prepareArea({ shape, radius: 1000 }, geos).free();
  prepareArea({ shape: { type: 'LineString', coordinates: scribble(2000) }, radius: 0 }, geos).free();
});

test('an outline many times around the earth is refused where it would have to be drawn', () => {
  const shape: Geometry = { type: 'Polygon', coordinates: [scribble(60)] };
  const refused = isFault(
    'invalid',
    /^radius: the outline of what is within 300000 m .* too long to be drawn/,
  );
  assert.throws(() => prepareArea({ shape, radius: 300_000 }, geos, true), refused);
  assert.throws(() => prepareArea({ shape, radius: -300_000 }, geos), refused);
  prepareArea({ shape, radius: 300_000 }, geos).free();
});
