import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BBox, boxesMeet } from '@meridian/geo';
import { BoxGrid } from './box-grid.ts';
import type { MemoryRow } from './rows.ts';

function rowAt(seq: number, box: BBox): MemoryRow {
  return {
    ...{ seq, id: String(seq), createdAt: 0, updatedAt: 0, text: '', geometryStart: 0, propertiesStart: 0 },
    ...{ propertiesEnd: 0, hasZ: 0, geometryType: 1, box, tags: [], since: 0, cost: 0 },
  };
}

const CORNERS = [-181, -180, -179.99, -90, -0.02, 0, 0.01, 45, 89.9, 90, 179.99, 180, 200];
const SIZES = [0, 0.001, 0.0219, 0.022, 1, 90, 180, 360, 500];

const boxes: BBox[] = CORNERS.flatMap((west) =>
  CORNERS.flatMap((south) =>
    SIZES.map((size) => ({ west, south, east: west + size, north: south + size / 2 })),
  ),
);

test('a grid finds exactly the boxes that meet one, whatever their size and wherever they are', () => {
  const grid = new BoxGrid();
  const rows = boxes.map((box, i) => rowAt(i, box));
  for (const row of rows) grid.add(row);
  for (const box of boxes.filter((_, i) => i % 7 === 0)) {
    const found = [...grid.find([box], Infinity)!].map(({ seq }) => seq).sort((a, b) => a - b);
    assert.deepEqual(
      found,
      rows.filter((row) => boxesMeet(row.box!, box)).map(({ seq }) => seq),
    );
  }
  for (const row of rows) grid.remove(row);
  assert.equal(grid.find([{ west: -400, south: -400, east: 800, north: 800 }], Infinity)!.size, 0);
});

test('a grid gives nothing where it is more than was asked for', () => {
  const grid = new BoxGrid();
  const box = { west: 1, south: 1, east: 1, north: 1 };
  for (let seq = 1; seq <= 3; seq++) grid.add(rowAt(seq, box));
  assert.equal(grid.find([box], 2), undefined);
  assert.equal(grid.find([box], 3)!.size, 3);
});
