import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isWebMercatorQuad, rowFromNorth, tileAt } from './tile-address.ts';
import { tileBounds } from './tile-bounds.ts';
import { TILE_MATRIX_SETS, tileMatrixSet, tileMatrixSetOfType } from './tile-matrix-sets.ts';

test('no two tile schemes share an id or a tile type', () => {
  const ids = TILE_MATRIX_SETS.map(({ id }) => id);
  const types = TILE_MATRIX_SETS.flatMap((set) => set.types);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(new Set(types).size, types.length);
});

for (const set of TILE_MATRIX_SETS)
  describe(`the tile scheme ${set.id}`, () => {
    const zoom = Math.max(2, set.minZoom);
    const tiles = Array.from({ length: set.columnsAt(zoom) * set.rowsAt(zoom) }, (_, at) =>
      tileAt(set.id, zoom, at % set.columnsAt(zoom), Math.floor(at / set.columnsAt(zoom))),
    );

    test('is found by its id and by each of its types', () => {
      assert.equal(tileMatrixSet(set.id), set);
      for (const type of set.types) assert.equal(tileMatrixSetOfType(type), set);
    });

    test('has addresses that are plain data', () =>
      assert.deepEqual(structuredClone(tiles[0]), { scheme: set.id, z: zoom, x: 0, y: 0 }));

    test('counts rows in the direction it says', () => {
      const [first, last] = [tiles[0]!, tiles.at(-1)!];
      const isFirstNorth = tileBounds(first).north > tileBounds(last).north;
      assert.equal(isFirstNorth, set.rowsGrow === 'south');
      assert.equal(rowFromNorth(isFirstNorth ? first : last), 0);
    });

    test('has the tiles of Web Mercator if it says so', () => {
      const boxes = (of: typeof tiles) => of.map((tile) => Object.values(tileBounds(tile)).join(' ')).sort();
      const web = Array.from({ length: 4 ** zoom }, (_, at) =>
        tileAt('web', zoom, at % 2 ** zoom, Math.floor(at / 2 ** zoom)),
      );
      assert.equal(isWebMercatorQuad(tiles[0]!), set.isWebMercatorQuad);
      assert.equal(boxes(tiles).join() === boxes(web).join(), set.isWebMercatorQuad);
    });
  });
