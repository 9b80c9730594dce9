import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tileAt } from '../tile/tile-address.ts';
import { TileFrame } from '../tile/tile-frame.ts';
import { isAreaHidden, isLineHidden, VIZ_GRID, VisibilityFilter } from './visibility.ts';

/** What a width or a height may be off by. */
const ROUNDING = 1e-6;

test('a box is hidden where its width and height in units say so, wherever it is and however many units a degree has there', () => {
  const tiles = [
    tileAt('web', 0, 0, 0),
    tileAt('web', 1, 1, 1),
    tileAt('web', 3, 4, 0),
    tileAt('web', 3, 4, 7),
    tileAt('web', 6, 33, 21),
    tileAt('web', 12, 2200, 1343),
    tileAt('web', 16, 35208, 21494),
    tileAt('web', 20, 563328, 343904),
    tileAt('here', 5, 3, 9),
  ];
  const size = fc.integer({ min: 0, max: 3000 }).map((thousandths) => thousandths / 1000);
  const place = fc.integer({ min: -1000, max: 2000 }).map((thousandths) => thousandths / 1000);
  const found = { hidden: 0, seen: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(...tiles),
      fc.boolean(),
      place,
      place,
      size,
      size,
      (tile, isLine, x, y, width, height) => {
        const frame = new TileFrame(tile, VIZ_GRID);
        const [west, east] = [frame.longitude(x * VIZ_GRID), frame.longitude(x * VIZ_GRID + width)];
        const [south, north] = [frame.latitude(y * VIZ_GRID + height), frame.latitude(y * VIZ_GRID)];
        if (!(Math.abs(south) < 90 && Math.abs(north) < 90)) return;
        const wide = frame.x(east) - frame.x(west) + ROUNDING;
        const high = frame.y(south) - frame.y(north) + ROUNDING;
        const expected = isLine ? isLineHidden(wide, high) : isAreaHidden(wide, high);
        const type = isLine ? 'LineString' : 'Polygon';
        assert.equal(new VisibilityFilter(tile).isHidden(type, { west, south, east, north }), expected);
        if (expected) found.hidden++;
        else found.seen++;
      },
    ),
    { numRuns: 5000 },
  );
  assert.ok(found.hidden > 500 && found.seen > 500, JSON.stringify(found));
});
