import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Geometry, loadGeos } from '@meridian/geo';
import { prepareArea } from './area.ts';

const geos = await loadGeos();

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
