import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import type { Geometry, Position } from '../geojson.ts';
import { partsOf } from '../planar/parts.ts';
import { geometryOnGlobe } from '../testing/arbitrary-on-globe.ts';
import { teeth } from '../testing/scribble.ts';
import { distanceBetween } from './distance.ts';
import { EdgeTree } from './edge-tree.ts';
import { edgesOf } from './edges.ts';
import { effortsFor, nearestEdges } from './nearest-edges.ts';
import { areWithin } from './reach.ts';

const treeOf = (geometry: Geometry) => new EdgeTree(edgesOf(partsOf(geometry)));
const noBoxes = { boxes: -1, bands: 1e9 };
const noBands = { boxes: 1e9, bands: -1 };

/** Lines along parallels, as far apart everywhere, and so far from those of another offset. */
function rungs(count: number, offset: number): Geometry {
  return {
    type: 'MultiLineString',
    coordinates: Array.from({ length: count }, (_, i): Position[] => {
      const latitude = 20 + ((i + offset) * 10) / count;
      return [
        [-80, latitude],
        [80, latitude],
      ];
    }),
  };
}

/** Lines from the equator to where a degree of longitude is a few hundred metres. */
function meridians(count: number, offset: number): Geometry {
  return {
    type: 'MultiLineString',
    coordinates: Array.from({ length: count }, (_, i): Position[] => {
      const longitude = ((i + offset) * 350) / count - 175;
      return [
        [longitude, 0],
        [longitude, 89.8],
      ];
    }),
  };
}

describe('bands', () => {
  test('find what boxes in space find', () =>
    fc.assert(
      fc.property(geometryOnGlobe, geometryOnGlobe, (a, b) => {
        const [p, q] = [treeOf(a), treeOf(b)];
        const boxes = nearestEdges(p, q, Infinity, false, { ...noBands })!;
        const bands = nearestEdges(p, q, Infinity, false, { ...noBoxes })!;
        assert.ok(
          Math.abs(boxes.chord - bands.chord) <= 5e-5 * boxes.chord + 1e-3,
          `${boxes.chord} ${bands.chord}`,
        );
      }),
      { numRuns: randomCases(1000) },
    ));

  test('decide as boxes do what is within a limit', () =>
    fc.assert(
      fc.property(
        geometryOnGlobe,
        geometryOnGlobe,
        fc.constantFrom(0.9, 0.9999, 1.0001, 1.1),
        (a, b, part) => {
          const [p, q] = [treeOf(a), treeOf(b)];
          const { chord } = nearestEdges(p, q, Infinity, false, { ...noBands })!;
          if (chord < 1) return;
          const found = nearestEdges(p, q, chord * part, true, { ...noBoxes });
          assert.equal(found !== undefined, part > 1);
        },
      ),
      { numRuns: randomCases(1000) },
    ));
});

describe('lines side by side', () => {
  for (const [what, make, limit] of [
    ['diagonals', teeth, 1],
    ['parallels', rungs, 1],
    ['meridians', meridians, 1],
  ] as const)
    test(`such as ${what} are told apart by work that follows their number`, () => {
      const work = (count: number) => {
        const efforts = effortsFor(0);
        const before = efforts.bands;
        assert.equal(
          nearestEdges(treeOf(make(count, 0)), treeOf(make(count, 0.5)), limit, true, efforts),
          undefined,
        );
        return before - efforts.bands;
      };
      const [once, twice] = [work(500), work(1000)];
      assert.ok(once < 1_500_000, `${once}`);
      assert.ok(twice < 3 * once, `${twice} after ${once}`);
    });

  test('are within a radius that is larger than their distance, and not within a smaller one', () => {
    const metres = distanceBetween(rungs(1, 0), rungs(1, 0.005));
    assert.ok(metres > 5000, `${metres}`);
    assert.equal(areWithin(rungs(100, 0), rungs(100, 0.5), metres * 1.01), true);
    assert.equal(areWithin(rungs(100, 0), rungs(100, 0.5), metres * 0.99), false);
  });

  test('are told apart as far as effort goes', () => {
    const found = nearestEdges(treeOf(rungs(200, 0)), treeOf(rungs(200, 0.5)), Infinity, false, {
      boxes: 1000,
      bands: 10_000,
    })!;
    const two = nearestEdges(treeOf(rungs(1, 0)), treeOf(rungs(1, 0.5 / 200)), Infinity)!;
    assert.ok(Math.abs(found.chord - two.chord) < 0.01 * two.chord, `${found.chord} ${two.chord}`);
  });

  test('half the earth away are measured', () => {
    const away: Geometry = { type: 'Point', coordinates: [179, -25] };
    const metres = distanceBetween(rungs(1500, 0), away);
    const nearest = Math.min(
      ...[0, 750, 1499].map((i) =>
        distanceBetween(
          {
            type: 'LineString',
            coordinates: (rungs(1500, 0) as { coordinates: Position[][] }).coordinates[i]!,
          },
          away,
        ),
      ),
    );
    assert.ok(metres <= nearest * 1.002, `${metres} ${nearest}`);
  });
});
