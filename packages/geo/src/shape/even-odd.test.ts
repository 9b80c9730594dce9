import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomCases } from '../../../../testing/effort.ts';
import type { Position } from '../geojson.ts';
import type { Part } from '../planar/parts.ts';
import { ringsCover } from '../planar/rings.ts';
import { numbers, scribble } from '../testing/scribble.ts';
import { repairByCrossings } from './even-odd.ts';
import { loadGeos } from './geos.ts';
import { takeParts, toValidGeos } from './overlay.ts';
import { toGeos } from './to-geos.ts';

const geos = await loadGeos();
const seed = Number(process.env.MERIDIAN_TEST_SEED ?? 1 + (Date.now() % 2 ** 30));

/** Rings of positions anywhere, or on a grid where many of them meet and edges lie on each other. */
function randomPolygon(next: () => number): Part {
  const size = 4 + Math.floor(next() * 16);
  const at = next() < 0.5 ? () => Math.floor(next() * 12) : () => next() * 12;
  const chains = Array.from({ length: 1 + Math.floor(next() * 2) }, () => {
    const ring = Array.from({ length: size }, (): Position => [at(), at()]);
    return [...ring, ring[0]!];
  });
  return { dimension: 2, chains };
}

test(`the area of crossing rings is that which MakeValid finds (seed ${seed})`, () => {
  const next = numbers(seed);
  for (let i = 0; i < randomCases(40); i++) {
    const part = randomPolygon(next);
    const repaired = repairByCrossings(geos, part);
    assert.ok(geos.isValid(repaired), `valid, case ${i}`);
    const found = takeParts(geos, repaired);
    const expected = takeParts(geos, geos.repairByLines(toGeos(geos, [part])));
    for (let probe = 0; probe < 200; probe++) {
      // Nowhere on an edge: those of the grid have round slopes.
      const [x, y] = [next() * 12 + 1e-4, next() * 12 + 1e-4];
      assert.equal(covers(found, x, y), covers(expected, x, y), `${x} ${y}, case ${i}`);
    }
  }
});

test('a scribble is repaired to what is in an odd number of its loops', () => {
  const ring = scribble(220);
  const repaired = toValidGeos(geos, [{ dimension: 2, chains: [ring] }]);
  assert.ok(geos.isValid(repaired));
  const parts = takeParts(geos, repaired);
  const next = numbers(3);
  for (let probe = 0; probe < 500; probe++) {
    const [x, y] = [next() * 300 - 150, next() * 160 - 80];
    assert.equal(covers(parts, x, y), ringsCover([ring], x, y), `${x} ${y}`);
  }
});

test('one that crosses itself too often is left alone', () => {
  for (const edges of [400, 1000, 20_000])
    assert.equal(toValidGeos(geos, [{ dimension: 2, chains: [scribble(edges)] }]), 0, `${edges}`);
  // WebAssembly never gives memory back.
  assert.ok(geos.module.HEAPF64.byteLength < 128 * 1024 * 1024);
});

function covers(parts: readonly Part[], x: number, y: number): boolean {
  return parts.some(({ dimension, chains }) => dimension === 2 && ringsCover(chains, x, y));
}

test('a polygon with many holes, one of which lies on its outline, is what MakeValid makes of it', () => {
  const holes = Array.from({ length: 1000 }, (_, i): Position[] => {
    const x = i / 300;
    return [
      [x, 1],
      [x + 0.001, 1],
      [x, 2],
      [x, 1],
    ];
  });
  const shell: Position[] = [
    [0, 0],
    [50, 0],
    [50, 50],
    [0, 50],
    [0, 0],
  ];
  const part: Part = { dimension: 2, chains: [shell, ...holes] };
  const [found, expected] = [repairByCrossings(geos, part), geos.repairByLines(toGeos(geos, [part]))];
  assert.ok(geos.isValid(found));
  assert.equal(geos.module._GEOSEquals_r(geos.context, found, expected), 1);
  geos.free(found);
  geos.free(expected);
});
