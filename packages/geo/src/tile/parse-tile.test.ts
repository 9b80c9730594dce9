import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseTile, parseTileNumbers } from './parse-tile.ts';
import { quadDigits, tileAt } from './tile-address.ts';
import { TileError } from './tile-error.ts';
import type { TileScheme } from './tile-matrix-sets.ts';

describe('a tile is named', () => {
  const names: [type: string, id: string, scheme: TileScheme, z: number, x: number, y: number][] = [
    ['web', '0_0_0', 'web', 0, 0, 0],
    ['web', '14_8800_5374', 'web', 14, 8800, 5374],
    ['web', '14_8800_5374&access_token=x', 'web', 14, 8800, 5374],
    ['web', '30_1073741823_0', 'web', 30, 1073741823, 0],
    ['tms', '1_0_1', 'tms', 1, 0, 1],
    ['quadkeys', '0', 'quadkey', 1, 0, 0],
    ['quadkeys', '1202', 'quadkey', 4, 8, 5],
    ['quadkey', '1202&', 'quadkey', 4, 8, 5],
    ['quadkeys', '3'.repeat(30), 'quadkey', 30, 1073741823, 1073741823],
    ['here', '1', 'here', 1, 1, 0],
    ['here', '13', 'here', 2, 3, 1],
    ['here', '2_3_1', 'here', 2, 3, 1],
  ];
  for (const [type, id, scheme, z, x, y] of names)
    test(`${type}/${id}`, () => assert.deepEqual(parseTile(type, id), { scheme, z, x, y }));
});

describe('refused is', () => {
  const refusals: [type: string, id: string, message: RegExp][] = [
    ['wmts', '0_0_0', /must be one of quadkeys, quadkey, web, tms, here.*, not "wmts"/],
    ['constructor', '0_0_0', /must be one of/],
    ['web', '', /three numbers level_column_row/],
    ['web', '1202', /three numbers/],
    ['web', '1_0', /three numbers/],
    ['web', '1_0_-1', /three numbers/],
    ['web', '1_0_0.5', /three numbers/],
    ['web', '1_2_0', /column \(x\) of a web tile of level 1 must be from 0 to 1, not 2/],
    ['web', '1_0_2', /row \(y\) of a web tile of level 1 must be from 0 to 1, not 2/],
    ['web', '31_0_0', /level of a web tile must be from 0 to 30, not 31/],
    ['web', '9999999999999_0_0', /three numbers/],
    ['tms', '0_0_1', /row/],
    ['quadkeys', '0_0_0', /1 to 30 digits from 0 to 3/],
    ['quadkeys', '0124', /digits from 0 to 3/],
    ['quadkeys', '', /digits from 0 to 3/],
    ['quadkeys', '&0', /digits from 0 to 3, not ""/],
    ['quadkeys', '0'.repeat(31), /at most 30 digits/],
    ['here', '0_0_0', /level of a here tile must be from 1 to 30, not 0/],
    ['here', '2', /row \(y\) of a here tile of level 1 must be from 0 to 0/],
    ['here', '1_0_1', /row/],
    ['here', 'x', /digits from 0 to 3 or three numbers/],
  ];
  for (const [type, id, message] of refusals)
    test(`${type}/${id}`, () =>
      assert.throws(
        () => parseTile(type, id),
        (error) => error instanceof TileError && message.test(error.message),
      ));

  test('a quadkey given as z/x/y', () =>
    assert.throws(() => parseTileNumbers('quadkeys', 1, 0, 0), TileError));
  test('a level that is no number', () =>
    assert.throws(() => parseTileNumbers('web', Number.NaN, 0, 0), TileError));
});

test('every tile of every level reads back from its written forms', () => {
  const point = fc.record({
    z: fc.integer({ min: 1, max: 30 }),
    u: fc.nat(2 ** 31 - 1),
    v: fc.nat(2 ** 31 - 1),
  });
  fc.assert(
    fc.property(point, ({ z, u, v }) => {
      const x = u % 2 ** z;
      const y = v % 2 ** z;
      const low = v % 2 ** (z - 1);
      assert.deepEqual(parseTile('web', `${z}_${x}_${y}`), tileAt('web', z, x, y));
      assert.deepEqual(parseTileNumbers('tms', z, x, y), tileAt('tms', z, x, y));
      assert.deepEqual(parseTile('quadkeys', quadDigits(z, x, y)), tileAt('quadkey', z, x, y));
      assert.deepEqual(parseTile('here', quadDigits(z, x, low)), tileAt('here', z, x, low));
      assert.deepEqual(parseTile('here', `${z}_${x}_${low}`), tileAt('here', z, x, low));
    }),
  );
});
