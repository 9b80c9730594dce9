import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { intersectsBox } from '../box/intersects-box.ts';
import type { Geometry, Position } from '../geojson.ts';
import { childTiles, type TileAddress, tileAt } from '../tile/tile-address.ts';
import { tileBounds, widenTile } from '../tile/tile-bounds.ts';
import { BudgetTile } from './budget-tile.ts';
import { featureNumber } from './feature-number.ts';

type Feature = { id: string; geometry: Geometry; properties: Record<string, string | number> };

const MARGIN = 4;

function draw(features: readonly Feature[], tile: TileAddress, maxBytes: number): Uint8Array {
  const drawn = new BudgetTile('layer', tile, MARGIN, maxBytes, Infinity);
  const boxes = widenTile(tile, MARGIN);
  for (const { id, geometry, properties } of features)
    if (boxes.some((box) => intersectsBox(geometry, box)))
      drawn.add(id, geometry, Object.entries(properties).flat(), intersectsBox(geometry, tileBounds(tile)));
  return drawn.finish();
}

function read(bytes: Uint8Array) {
  const layer = new VectorTile(new PbfReader(bytes)).layers.layer;
  return Array.from({ length: layer?.length ?? 0 }, (_, i) => {
    const { id, type, properties } = layer!.feature(i);
    const drawn = layer!.feature(i).loadGeometry();
    return { number: id, type, properties, drawn, id: String(properties.id) };
  });
}

/** Numbers that look random, the same every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Half of them near one position, so that some tiles are full and most are not. */
function crowd(count: number): Feature[] {
  const next = random(7);
  return Array.from({ length: count }, (_, i): Feature => {
    const spread = i % 2 === 0 ? 120 : 2;
    const [x, y] = [10 + (next() - 0.5) * spread, 20 + (next() - 0.5) * spread];
    const size = next() ** 8 * 20;
    const around = (n: number): Position[] =>
      Array.from({ length: n }, (_, k) => {
        const angle = (2 * Math.PI * k) / n;
        const radius = size * (0.5 + next());
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      });
    const ring = around(3 + Math.floor(next() * 60));
    const geometry: Geometry =
      i % 3 === 0
        ? { type: 'Point', coordinates: [x, y] }
        : i % 3 === 1
          ? { type: 'LineString', coordinates: ring }
          : { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
    const name = 'x'.repeat(Math.floor(next() * 40));
    return { id: `f${i}`, geometry, properties: { name, kind: i % 5, 'size.km': size } };
  });
}

describe('a tile that is bounded in bytes', () => {
  const features = crowd(3000);

  test('keeps its budget, has no feature twice, shows what the tile above shows, and counts all', () => {
    const maxBytes = 20_000;
    let tiles = [tileAt('web', 0, 0, 0)];
    const shownAbove = new Map<TileAddress, Set<string>>();
    for (let zoom = 0; zoom < 7; zoom++) {
      const next: TileAddress[] = [];
      for (const tile of tiles) {
        const bytes = draw(features, tile, maxBytes);
        assert.ok(bytes.length <= maxBytes, `${bytes.length} bytes at ${zoom}/${tile.x}/${tile.y}`);
        const found = read(bytes);
        const ids = new Set(found.map(({ id }) => id));
        assert.equal(ids.size, found.length);
        const inTile = features.filter(({ geometry }) => intersectsBox(geometry, tileBounds(tile)));
        const meeting = new Set(inTile.map(({ id }) => id));
        const shares = found
          .filter(({ id }) => meeting.has(id))
          .map(({ properties }) => properties.point_count);
        assert.equal(
          shares.reduce((sum: number, share) => sum + Number(share), 0),
          inTile.length,
        );
        for (const id of shownAbove.get(tile) ?? [])
          assert.ok(!meeting.has(id) || ids.has(id), `${id} is gone at ${zoom}/${tile.x}/${tile.y}`);
        if (bytes.length > maxBytes / 2)
          for (const child of childTiles(tile)) {
            shownAbove.set(child, ids);
            next.push(child);
          }
      }
      tiles = next;
    }
    assert.ok(shownAbove.size > 8);
  });

  test('is the same in whatever order features come', () => {
    const tile = tileAt('web', 0, 0, 0);
    assert.deepEqual(draw(features.toReversed(), tile, 20_000), draw(features, tile, 20_000));
  });

  test('has all features and all their positions where there is room', () => {
    const few = features.filter((_, i) => i % 100 === 0);
    const found = read(draw(few, tileAt('web', 0, 0, 0), 400_000));
    assert.deepEqual(found.map(({ id }) => id).sort(), few.map(({ id }) => id).sort());
    assert.ok(found.every(({ properties }) => properties.point_count === 1));
    assert.ok(found.every(({ number, id }) => number === featureNumber(id)));
  });
});

test('a feature with attributes that take too much of the budget has its id only', () => {
  const geometry: Geometry = { type: 'Point', coordinates: [1, 1] };
  const heavy = { id: 'heavy', geometry, properties: { text: 'x'.repeat(10_000) } };
  const [found] = read(draw([heavy], tileAt('web', 0, 0, 0), 20_000));
  assert.deepEqual({ ...found!.properties }, { id: 'heavy', point_count: 1 });
});

test('what is too small to be drawn is a speck, and what is too large for its tile is coarser', () => {
  const ring: Position[] = Array.from({ length: 60_001 }, (_, i) => {
    const angle = (2 * Math.PI * (i % 60_000)) / 60_000;
    const radius = 50 + 10 * Math.sin(i * 1.7);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const tiny: Position[] = [
    [1, 1],
    [1.00001, 1],
    [1, 1.00001],
    [1, 1],
  ];
  const features: Feature[] = [
    { id: 'large', geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} },
    { id: 'area', geometry: { type: 'Polygon', coordinates: [tiny] }, properties: {} },
    { id: 'line', geometry: { type: 'LineString', coordinates: tiny }, properties: {} },
  ];
  const bytes = draw(features, tileAt('web', 0, 0, 0), 20_000);
  assert.ok(bytes.length <= 20_000);
  const found = new Map(read(bytes).map((feature) => [feature.id, feature]));
  assert.equal(found.get('area')!.type, 3);
  assert.equal(found.get('area')!.drawn[0]!.length, 5);
  assert.equal(found.get('line')!.drawn[0]!.length, 2);
  assert.ok(found.get('large')!.drawn[0]!.length > 5);
});

test('polygons with a common border have it in common however coarse they are drawn', () => {
  const border: Position[] = Array.from({ length: 2000 }, (_, i) => [2 * Math.sin(i / 40), 40 - i * 0.04]);
  const west: Position[] = [[-40, 40], ...border, [-40, -40], [-40, 40]];
  const east: Position[] = [[40, -40], ...border.toReversed(), [40, 40], [40, -40]];
  const features: Feature[] = [west, east].map((ring, i) => ({
    id: `${i}`,
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: {},
  }));
  const shared = (drawn: { x: number; y: number }[]) =>
    new Set(
      drawn.filter(({ x, y }) => x > 2000 && x < 2100 && y > 1700 && y < 2400).map(({ x, y }) => `${x} ${y}`),
    );
  for (const maxBytes of [400_000, 4000]) {
    const [a, b] = read(draw(features, tileAt('web', 0, 0, 0), maxBytes));
    assert.deepEqual([...shared(a!.drawn[0]!)].sort(), [...shared(b!.drawn[0]!)].sort());
    assert.ok(shared(a!.drawn[0]!).size > 10);
  }
});

test('what crosses the edge between tiles meets there, although one of them is drawn on a coarser grid', () => {
  const line = (id: string, coordinates: Position[]): Feature => {
    return { id, geometry: { type: 'LineString', coordinates }, properties: {} };
  };
  const waves = Array.from({ length: 30 }, (_, wave) => {
    const at = (i: number): Position => [-150 + i * 0.5, 2 * wave + ((i * 7) % 5)];
    return line(
      `wave ${wave}`,
      Array.from({ length: 250 }, (_, i) => at(i)),
    );
  });
  const across: Position[] = [
    [-3, 30.03],
    [0.2, 31],
    [5, 30.7],
  ];
  const features = [line('across', across), ...waves];
  const crossing = (tile: TileAddress, x: number) => {
    const path = read(draw(features, tile, 9000)).find(({ id }) => id === 'across')!.drawn[0]!;
    const end = path.findIndex((to) => to.x > x);
    const [a, b] = [path[end - 1]!, path[end]!];
    return a.y + ((x - a.x) / (b.x - a.x)) * (b.y - a.y);
  };
  const [west, east] = [crossing(tileAt('web', 1, 0, 0), 4096), crossing(tileAt('web', 1, 1, 0), 0)];
  assert.ok(Math.abs(west - east) <= 2, `${west} and ${east}`);
});

test('numbers of features are their ids where these are numbers', () => {
  assert.equal(featureNumber('17'), 17);
  assert.equal(featureNumber('0'), 0);
  for (const id of ['017', '-1', 'a', '9007199254740993'])
    assert.ok(featureNumber(id) >= 2 ** 52 && Number.isSafeInteger(featureNumber(id)), id);
  assert.notEqual(featureNumber('a'), featureNumber('b'));
});
