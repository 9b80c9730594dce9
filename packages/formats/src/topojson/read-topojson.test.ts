import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readAll } from '../testing/read-all.ts';

const ARC = [
  [0, 0],
  [1, 1],
];

function topology(shape: unknown, more: object = {}): string {
  return JSON.stringify({ type: 'Topology', objects: { roads: shape }, arcs: [ARC], ...more });
}

test('a line is made of the arcs that it names, backwards too', async () => {
  const { features } = await readAll('f.topojson', topology({ type: 'LineString', arcs: [-1] }));
  assert.deepEqual(features[0]?.geometry, { type: 'LineString', coordinates: ARC.toReversed() });
});

test('a shape that names the same lines again and again is refused: it would take far more room than the file', async () => {
  const long = Array.from({ length: 20_000 }, (_, i) => [i % 90, i % 45]);
  const shapes = [
    { type: 'MultiLineString', arcs: Array.from({ length: 20_000 }, (_, i) => [i % 2 ? 0 : -1]) },
    { type: 'GeometryCollection', geometries: new Array(20_000).fill({ type: 'LineString', arcs: [0] }) },
    { type: 'MultiLineString', arcs: [[0], [-1]] },
  ];
  const text = topology({ type: 'GeometryCollection', geometries: shapes }, { arcs: [long] });
  const { features, refused } = await readAll('f.topojson', text);
  assert.deepEqual(
    refused.map(({ reason }) => reason),
    ['names the same lines again and again', 'names the same lines again and again'],
  );
  assert.equal(features.length, 1);
});

describe('TopoJSON is malformed', () => {
  const cases: [what: string, text: string, reason: RegExp][] = [
    [
      'with an arc number beyond its arcs',
      topology({ type: 'LineString', arcs: [1] }),
      /shape in layer roads that names lines it does not have$/,
    ],
    ['with a fraction for an arc', topology({ type: 'Polygon', arcs: [[0.5]] }), /names lines/],
    ['with rings that are no lists', topology({ type: 'MultiPolygon', arcs: [[0]] }), /names lines/],
    ['with a shape that is none', topology(null), /roads that is no object$/],
    ['with a point without coordinates', topology({ type: 'Point' }), /without coordinates$/],
    [
      'with a collection of nothing',
      topology({ type: 'GeometryCollection', geometries: 7 }),
      /without its list of geometries$/,
    ],
    [
      'with a transform of one number',
      topology({ type: 'Point', coordinates: [0, 0] }, { transform: { scale: [1], translate: [0, 0] } }),
      /has a transform without scale and translate/,
    ],
    [
      'with arcs that are none',
      topology({ type: 'Point', coordinates: [0, 0] }, { arcs: [7] }),
      /has arcs that/,
    ],
  ];
  for (const [what, text, reason] of cases)
    test(what, async () => {
      const { fault } = await readAll('f.topojson', text);
      assert.equal(fault?.kind, 'malformed');
      assert.match(fault.message, reason);
    });
});
