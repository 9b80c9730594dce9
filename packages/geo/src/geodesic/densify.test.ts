import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Geometry, Position } from '../geojson.ts';
import { scribble } from '../testing/scribble.ts';
import { chunksOf } from './densify.ts';
import { geodesicMetres } from './ellipsoid.ts';
import { canWiden } from './widen-geometry.ts';

function lengthOf(line: Position[]): number {
  let metres = 0;
  for (let i = 1; i < line.length; i++)
    metres += geodesicMetres(line[i - 1]![0], line[i - 1]![1], line[i]![0], line[i]![1]);
  return metres;
}

describe('chunks of a line', () => {
  for (const [what, line] of [
    [
      'along a meridian',
      [
        [10, -80],
        [10, 80],
      ],
    ],
    [
      'along the equator',
      [
        [-85, 0],
        [85, 0],
      ],
    ],
    [
      'across half the earth',
      [
        [-90, -60],
        [90, 60],
      ],
    ],
    [
      'almost all around it',
      [
        [-175, -85],
        [175, 85],
      ],
    ],
  ] as [string, Position[]][])
    test(`${what} are as many as it is long`, () => {
      const chunks = chunksOf(line, 1);
      const metres = chunks.map(lengthOf);
      const longest = Math.max(...metres);
      assert.ok(longest < 2.6e5, `${longest}`);
      const total = metres.reduce((sum, one) => sum + one, 0);
      assert.ok(chunks.length < (1.3 * total) / 2e5 + 1, `${chunks.length} chunks of ${total} m`);
      assert.deepEqual(chunks.flat().at(-1), line[1]);
    });
});

describe('the outline around', () => {
  const across = (edges: number): Geometry => ({
    type: 'LineString',
    coordinates: Array.from(
      { length: edges + 1 },
      (_, i): Position => [i % 2 === 0 ? -150 : 150, (i * 120) / edges - 60],
    ),
  });

  test('five long edges can be drawn, around fifty not', () => {
    assert.equal(canWiden(across(5), 1), true);
    assert.equal(canWiden(across(5), 1e4), true);
    assert.equal(canWiden(across(50), 1), false);
  });

  test('a line many times around the earth can not', () =>
    assert.equal(canWiden({ type: 'LineString', coordinates: scribble(60) }, 1), false));
});
