import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Geometry, Position } from '../geojson.ts';
import { scribble } from '../testing/scribble.ts';
import { loadGeos, repairGeometry } from './repair-geometry.ts';

const geos = await loadGeos();
const square = (x: number, y: number, size: number): Position[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];
const bowTie: Position[] = [
  [0, 0],
  [4, 4],
  [4, 0],
  [0, 4],
  [0, 0],
];

test('a ring that crosses itself becomes the areas that it encloses, and where it crosses is said', () => {
  const repair = repairGeometry(geos, { type: 'Polygon', coordinates: [bowTie] });
  assert.equal(repair?.reason, 'Self-intersection[2 2]');
  assert.equal(repair?.geometry?.type, 'MultiPolygon');
  const { coordinates } = repair!.geometry as { coordinates: Position[][][] };
  assert.deepEqual(
    coordinates.map(([ring]) => ring?.length),
    [4, 4],
  );
});

test('what is valid, and what is no area, is left as it is', () => {
  const line: Geometry = { type: 'LineString', coordinates: bowTie };
  assert.equal(repairGeometry(geos, line), undefined);
  assert.equal(repairGeometry(geos, { type: 'Polygon', coordinates: [square(0, 0, 4)] }), undefined);
  assert.equal(repairGeometry(geos, { type: 'MultiPolygon', coordinates: [] }), undefined);
});

test('polygons of one geometry that overlap become one area', () => {
  const repair = repairGeometry(geos, {
    type: 'MultiPolygon',
    coordinates: [[square(0, 0, 4)], [square(2, 2, 4)]],
  });
  assert.equal(repair?.geometry?.type, 'Polygon');
});

test('a hole that lies outside of its ring becomes an area, as in PostGIS', () => {
  const repair = repairGeometry(geos, {
    type: 'Polygon',
    coordinates: [square(0, 0, 2), square(5, 5, 2)],
  });
  assert.match(repair?.reason ?? '', /^Hole lies outside shell/);
  assert.equal(repair?.geometry?.type, 'MultiPolygon');
});

test('an area without extent becomes the line that it is', () => {
  const flat: Position[] = [
    [0, 0],
    [4, 0],
    [2, 0],
    [0, 0],
  ];
  const repair = repairGeometry(geos, { type: 'Polygon', coordinates: [flat] });
  assert.match(repair?.geometry?.type ?? '', /LineString$/);
});

test('of a collection only the members that are invalid change', () => {
  const point: Geometry = { type: 'Point', coordinates: [1, 2] };
  const repair = repairGeometry(geos, {
    type: 'GeometryCollection',
    geometries: [point, { type: 'Polygon', coordinates: [bowTie] }],
  });
  assert.equal(repair?.reason, 'Self-intersection[2 2]');
  const { geometries } = repair!.geometry as { geometries: Geometry[] };
  assert.deepEqual(geometries[0], point);
  assert.equal(geometries[1]?.type, 'MultiPolygon');
});

test('vertices keep their heights, and a crossing gets one from the edges', () => {
  const heights = [10, 20, 30, 40, 10];
  const ring = bowTie.map(([x, y], i): Position => [x, y, heights[i]!]);
  const repair = repairGeometry(geos, { type: 'Polygon', coordinates: [ring] });
  const { coordinates } = repair!.geometry as { coordinates: Position[][][] };
  const all = coordinates.flat(2);
  assert.deepEqual(
    all.find(([x, y]) => x === 4 && y === 4),
    [4, 4, 20],
  );
  assert.ok(all.every((position) => position.length === 3));
});

test('what crosses itself too often is left as it is, and said', () => {
  const geometry: Geometry = { type: 'Polygon', coordinates: [scribble(2000)] };
  const repair = repairGeometry(geos, geometry);
  assert.equal(repair?.geometry, geometry);
  assert.match(repair?.reason ?? '', /^Self-intersection.*, and it crosses itself too often to be repaired$/);
});
