import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import {
  type Geometry,
  intersectsBox,
  loadGeos,
  type Position,
  type TileAddress,
  tileAt,
  tileBounds,
} from '@meridian/geo';
import fc from 'fast-check';
import { seed } from '../../../contract/seed.ts';
import { collectionOf, writeRequest } from '../../../contract/write-request.ts';
import { prepareArea, tileArea } from '../../../model/query/area.ts';
import { COUNTED_FROM, DEEP, DEEPEST_COUNTED } from '../../../pyramid/density/tile-counts.ts';
import { areaAround } from '../../../read/count.ts';
import { countInTile, LargeFeatures } from '../../../read/density.ts';
import { settled } from '../../../read/effect.ts';
import { tilesAround } from '../../../read/tile-shares.ts';
import { createFile } from '../database.ts';
import { SqliteRowReader } from '../row-reader.ts';
import { SpaceReader } from '../space-reader.ts';
import { SpaceWriter } from '../space-writer.ts';

const geos = await loadGeos();
const folder = mkdtempSync(join(tmpdir(), 'meridian-deep-counts-'));
const path = join(folder, 'space.db');
createFile(path);
let writer = new SpaceWriter(path, 's', () => geos);
const reader = new SpaceReader(path);

after(() => {
  writer.close();
  reader.close();
  rmSync(folder, { recursive: true });
});

/** Where four tiles of every zoom from 4 on meet. */
const CORNER: Position = [22.5, 0];

const offset = fc.double({ min: -1, max: 1, noNaN: true });
/** From a house to what is larger than the tiles that are counted. Most are near the corner. */
const geometry: fc.Arbitrary<Geometry> = fc
  .record({
    at: fc.tuple(offset, offset),
    spread: fc.constantFrom(0, 0.0005, 0.004, 0.004, 0.3),
    size: fc.constantFrom(1e-4, 1e-3, 0.02, 0.2, 1.5),
    kind: fc.constantFrom('Point', 'Point', 'LineString', 'Polygon', 'MultiLineString'),
    turns: fc.array(offset, { minLength: 4, maxLength: 6 }),
  })
  .map(({ at: [x, y], spread, size, kind, turns }): Geometry => {
    const at: Position = [CORNER[0] + x * spread, CORNER[1] + y * spread];
    if (kind === 'Point') return { type: kind, coordinates: at };
    const line = turns.map((turn, i): Position => [at[0] + turn * size, at[1] + (turns.at(-i)! * size) / 2]);
    if (kind === 'LineString') return { type: kind, coordinates: line };
    if (kind === 'MultiLineString') return { type: kind, coordinates: [line.slice(0, 2), line.slice(2)] };
    return { type: 'Polygon', coordinates: [[...line, line[0]!]] };
  });

const model = new Map<string, Geometry>();

function put(from: number, geometries: readonly Geometry[]): void {
  const features = geometries.map((geometry, i) => ({ id: `${from + i}`, geometry }));
  writer.batch([() => void writer.write(writeRequest(collectionOf(features)))]);
  for (const { id, geometry } of features) model.set(id, geometry);
}

function remove(from: number, to: number): void {
  const ids = Array.from({ length: to - from }, (_, i) => `${from + i}`);
  writer.batch([() => void writer.delete({ ids, tags: undefined, returning: false })]);
  for (const id of ids) model.delete(id);
}

const meeting = (tile: TileAddress) =>
  model
    .values()
    .filter((one) => intersectsBox(one, tileBounds(tile)))
    .toArray().length;

/** Compares the counts of tiles around the corner with what looking at every feature gives; how many are stored. */
function compare(): number {
  let stored = 0;
  const rows = new SqliteRowReader(reader);
  for (let z = DEEP + 1; z <= DEEPEST_COUNTED; z++) {
    const size = 2 ** z;
    const tile = tileAt('web', z, ((CORNER[0] + 180) / 360) * size, size / 2);
    const area = prepareArea(tileArea(tile, 0), geos);
    const large = new LargeFeatures(rows, tile, areaAround(area, tile));
    for (const one of [tile, ...tilesAround(tile)]) {
      const counted = prepareArea(tileArea(one, 0), geos);
      const isSame = (low: number, high: number) => low === high;
      const count = settled(countInTile(rows, one, counted, isSame, large));
      if (count !== undefined) {
        stored++;
        assert.equal(count, meeting(one), JSON.stringify(one));
      }
      counted.free();
    }
    area.free();
  }
  return stored;
}

function blocks(): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare('SELECT block, hex(counts) FROM overview_count ORDER BY block').all();
  database.close();
  return rows;
}

function rebuild(): void {
  writer.close();
  const database = new DatabaseSync(path);
  for (const table of ['place', 'count', 'hex', 'large']) database.exec(`DELETE FROM overview_${table}`);
  database.exec('UPDATE overview SET built_to = 0');
  database.close();
  writer = new SpaceWriter(path, 's', () => geos);
  while (writer.hasWork) writer.workStep(700);
}

test(`deep tiles are counted where there are many features, while there are (seed ${seed})`, () => {
  const geometries = fc.sample(geometry, { seed, numRuns: 3 * COUNTED_FROM });
  writer.requestDensityIndex();
  while (writer.hasWork) writer.workStep(50);
  put(0, geometries.slice(0, 100));
  assert.equal(compare(), 0, 'few are counted when they are asked for');
  put(100, geometries.slice(100));
  assert.ok(compare() > 50, 'counts are stored');
  // Some go elsewhere, to where others were.
  put(500, geometries.slice(0, 400));
  remove(1000, 1300);
  assert.ok(compare() > 50, 'counts are updated');
  const kept = blocks();
  rebuild();
  assert.deepEqual(kept, blocks(), 'the same as of an index that is rebuilt');
  remove(0, geometries.length - 200);
  assert.equal(compare(), 0, 'few are not counted ahead any more');
});
