import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import {
  type BBox,
  boxesMeet,
  boxOf,
  clipToBox,
  type Geometry,
  geosAtHand,
  Hexbin,
  hexbinResolution,
  intersectsBox,
  isEmptyBBox,
  loadGeos,
  roomStep,
  sampleRank,
  type TileAddress,
  tileAt,
  tileBounds,
} from '@meridian/geo';
import fc from 'fast-check';
import { randomCases } from '../../../../../../testing/effort.ts';
import { testGeometry } from '../../../contract/arbitrary.test-geometry.ts';
import { seed } from '../../../contract/seed.ts';
import { collectionOf, writeRequest } from '../../../contract/write-request.ts';
import type { ReadRow } from '../../../model/feature/row.ts';
import { prepareArea, tileArea } from '../../../model/query/area.ts';
import { Entries } from '../../../pyramid/density/candidate-entry.ts';
import { rangesOf } from '../../../pyramid/density/cell-key.ts';
import { type Candidate, GeometryRows } from '../../../pyramid/density/geometry-rows.ts';
import { DEEPEST_BINNED, hexSum } from '../../../pyramid/density/hex-counts.ts';
import { classesBelow, PARTS } from '../../../pyramid/density/sample-classes.ts';
import { countAt, countSlot, DEEP } from '../../../pyramid/density/tile-counts.ts';
import { filedRows } from '../../../read/density.ts';
import { resolved, settled } from '../../../read/effect.ts';
import { createFile } from '../database.ts';
import { SqliteRowReader } from '../row-reader.ts';
import { SpaceReader } from '../space-reader.ts';
import { SpaceWriter } from '../space-writer.ts';
import { readHexCounts, readLarge, readTileCounts } from './density-tables.ts';
import { readEntries } from './read-entries.ts';

const geos = await loadGeos();
const folder = mkdtempSync(join(tmpdir(), 'meridian-overview-'));
const model = new Map<string, Geometry | null>();
let path: string;
let writer: SpaceWriter;
let reader: SpaceReader;
let files = 0;

function start(): void {
  close();
  path = join(folder, `${files++}.db`);
  createFile(path);
  writer = new SpaceWriter(path, 's', () => geos);
  reader = new SpaceReader(path);
  model.clear();
}

after(() => {
  close();
  rmSync(folder, { recursive: true });
});

function close(): void {
  writer?.close();
  reader?.close();
}

type Change =
  | { put: [id: number, geometry: Geometry | null][] }
  | { remove: number[] }
  | 'remove all'
  | 'reopen';

const id = fc.integer({ min: 0, max: 40 });
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .uniqueArray(fc.tuple(id, fc.option(testGeometry, { freq: 20 })), {
        selector: ([id]) => id,
        maxLength: 12,
      })
      .map((put) => ({ put })),
  },
  { weight: 3, arbitrary: fc.array(id, { maxLength: 5 }).map((remove) => ({ remove })) },
  { weight: 1, arbitrary: fc.constant('remove all' as const) },
  { weight: 1, arbitrary: fc.constant('reopen' as const) },
);

function apply(change: Change): void {
  if (change === 'reopen') {
    writer.close();
    writer = new SpaceWriter(path, 's', () => geos);
  } else if (change === 'remove all') {
    writer.batch([() => void writer.delete({ ids: undefined, tags: undefined, returning: false })]);
    model.clear();
  } else if ('put' in change) {
    const features = change.put.map(([id, geometry]) => ({ id: `${id}`, geometry }));
    writer.batch([
      () => void writer.write(writeRequest(collectionOf(features))),
      // Undone, so that nothing of it may be left in what is stored.
      () => assert.throws(() => writer.write(writeRequest(collectionOf([...features, { geometry: 1 }])))),
    ]);
    for (const [id, geometry] of change.put) model.set(`${id}`, geometry);
  } else {
    const ids = change.remove.map(String);
    writer.batch([() => void writer.delete({ ids, tags: undefined, returning: false })]);
    for (const id of ids) model.delete(id);
  }
}

/** Tiles around a position, from the top down. */
function tilesAt(x: number, y: number, deepest: number): TileAddress[] {
  return Array.from({ length: deepest + 1 }, (_, z) =>
    tileAt('web', z, Math.floor(x * 2 ** z), Math.floor(y * 2 ** z)),
  );
}

function located(): [string, Geometry][] {
  return [...model].filter(
    (entry): entry is [string, Geometry] => entry[1] !== null && !isEmptyBBox(boxOf(entry[1])),
  );
}

function checkCount(tile: TileAddress): void {
  const bounds = tileBounds(tile);
  const { inside, recheck } = readLarge(reader.database, bounds);
  const large = recheck.filter((seq) => intersectsBox(geometryOf(seq), bounds)).length + inside.length;
  const expected = located().filter(([, geometry]) => intersectsBox(geometry, bounds)).length;
  const { block, slot } = countSlot(tile)!;
  const counted = countAt(readTileCounts(reader.database, block), slot);
  assert.equal(counted + large, expected, JSON.stringify(tile));
}

function geometryOf(seq: number): Geometry {
  const row = reader.database.prepare('SELECT id FROM feature WHERE seq = ?').get(seq)!;
  return model.get(row.id as string)!;
}

function checkHexes(tile: TileAddress | 'world', resolution: number): void {
  const bounds = tile === 'world' ? { west: -180, south: -90, east: 180, north: 90 } : tileBounds(tile);
  const expected = new Hexbin({ resolution, level: 0 });
  for (const [, geometry] of located()) {
    const within = clipToBox(geosAtHand, geometry, bounds);
    if (within) expected.add(within);
  }
  const found = new Hexbin({ resolution, level: 0 });
  for (const { cell, qty } of readHexCounts(reader.database, hexSum(tile, resolution)!))
    found.addCounted(cell, qty);
  const { inside, recheck } = readLarge(reader.database, bounds);
  for (const seq of [...inside, ...recheck]) {
    const within = clipToBox(geosAtHand, geometryOf(seq), bounds);
    if (within) found.add(within);
  }
  assert.deepEqual(found.finish(Infinity), expected.finish(Infinity), JSON.stringify(tile));
}

function checkEntries(tile: TileAddress): void {
  const bounds = tileBounds(tile);
  for (const part of PARTS) {
    const expected = located().filter(
      ([id, geometry]) => sampleRank(id) < part && boxesMeet(boxOf(geometry), bounds),
    );
    const found = new Set<string>();
    for (const [, id, , west, south, east, north] of entriesIn(bounds, part)) {
      const box = { west, south, east: east ?? west, north: north ?? south };
      assert.deepEqual(box, boxOf(model.get(id)!));
      if (boxesMeet(box, bounds)) found.add(id);
    }
    assert.deepEqual([...found].sort(), expected.map(([id]) => id).sort(), JSON.stringify(tile));
  }
}

const EVERYTHING = new GeometryRows(
  prepareArea({ boxes: [{ west: -1e6, south: -1e6, east: 1e6, north: 1e6 }] }, geos),
  undefined,
);

function entriesIn(bounds: BBox, share: number): Candidate[] {
  const pieces = [...readEntries(reader, classesBelow(share), rangesOf([bounds]))].map(({ bytes }) => bytes);
  const entries = new Entries(Buffer.concat(pieces));
  return Array.from(entries.near(EVERYTHING).offsets, entries.known.at);
}

const position = fc.tuple(
  fc.double({ min: 0, max: 0.9999, noNaN: true }),
  fc.double({ min: 0, max: 0.9999, noNaN: true }),
);

describe('a density index', () => {
  test(`has what looking at every feature finds, through all kinds of writes (seed ${seed})`, () => {
    const history = fc.array(change, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        history,
        fc.nat(6),
        fc.array(position, { minLength: 3, maxLength: 6 }),
        (changes, asked, positions) => {
          start();
          changes.forEach((one, i) => {
            if (i === asked) writer.requestDensityIndex();
            // Built in steps, with writes between them.
            if (writer.hasWork) writer.workStep(5);
            apply(one);
          });
          writer.requestDensityIndex();
          while (writer.hasWork) writer.workStep(5);
          const edges: [number, number][] = [
            [0.5, 0.5],
            [0, 0],
            [0.25, 0.75],
          ];
          for (const [x, y] of [...positions, ...edges]) {
            for (const tile of tilesAt(x, y, DEEP)) checkCount(tile);
            for (const tile of tilesAt(x, y, DEEPEST_BINNED)) checkHexes(tile, hexbinResolution(tile.z));
            for (const tile of tilesAt(x, y, 12)) checkEntries(tile);
          }
          for (const resolution of [2, 3]) checkHexes('world', resolution);
        },
      ),
      { seed, numRuns: randomCases(40) },
    );
  });

  test('shows all of a tile, or leaves it to others where that is too much to hold', () => {
    start();
    apply({
      put: Array.from({ length: 30 }, (_, i) => [i, { type: 'Point', coordinates: [10 + i / 50, 50] }]),
    });
    writer.requestDensityIndex();
    while (writer.hasWork) writer.workStep(50);
    const area = prepareArea(tileArea(tileAt('web', 0, 0, 0), 0), geos);
    const geometryRows = new GeometryRows(area, undefined);
    const rows = new SqliteRowReader(reader);
    const filed = (most: number) => settled(filedRows(rows, area, geometryRows, 1, true, most));
    for (const most of [29, 1]) assert.equal(filed(most), undefined);
    const shown = [...resolved(filed(30)!)].flatMap((batch) => (batch as ReadRow[] | undefined) ?? []);
    assert.deepEqual(
      shown.map(({ id }) => id),
      Array.from({ length: 30 }, (_, i) => `${i}`),
    );
    assert.ok(shown.every(({ text }) => text.endsWith('"properties":{}}')));
    area.free();
  });

  test('knows the room that a feature takes, also after a write that does not move it', () => {
    start();
    writer.requestDensityIndex();
    while (writer.hasWork) writer.workStep(50);
    const geometries: Geometry[] = [
      { type: 'Point', coordinates: [10, 50] },
      { type: 'LineString', coordinates: [[10, 50], [11, 51]] }, // biome-ignore format: one position after the other
    ];
    const put = (id: string, geometry: Geometry, properties: object) =>
      writer.batch([() => void writer.write(writeRequest(collectionOf([{ id, geometry, properties }])))]);
    const rooms = (at: string) =>
      entriesIn({ west: 9, south: 49, east: 12, north: 52 }, 1)
        .filter(([, id]) => id === at)
        .map(([, , , , , , , room]) => room);
    const few = { name: 'x' };
    const many = { name: 'x'.repeat(200), nested: { a: 1, b: 'y'.repeat(50) } };
    for (const [i, geometry] of geometries.entries()) {
      const id = `${i}`;
      for (const properties of [few, many, few]) {
        put(id, geometry, properties);
        const attributes = Object.entries({ ...properties, nested: undefined }).flatMap(([name, value]) =>
          value === undefined ? [] : [name, value],
        );
        const nested = 'nested' in properties ? ['nested.a', 1, 'nested.b', many.nested.b] : [];
        const expected = roomStep(id, geometry.type, [...attributes, ...nested]);
        const found = rooms(id);
        assert.ok(found.length > 0);
        for (const room of found) assert.equal(room, expected);
      }
    }
  });

  test('of a file of the format before is not read, and is rebuilt once it is migrated', () => {
    start();
    apply({
      put: Array.from({ length: 30 }, (_, i) => [i, { type: 'Point', coordinates: [10 + i / 50, 50] }]),
    });
    writer.requestDensityIndex();
    while (writer.hasWork) writer.workStep(50);
    assert.equal(new SqliteRowReader(reader).hasDensity(), true);
    writer.close();
    reader.close();
    toFormatBefore();
    reader = new SpaceReader(path);
    assert.equal(new SqliteRowReader(reader).hasDensity(), false);

    writer = new SpaceWriter(path, 's', () => geos);
    assert.equal(new SqliteRowReader(reader).hasDensity(), false);
    while (writer.hasWork) writer.workStep(50);
    assert.equal(new SqliteRowReader(reader).hasDensity(), true);
    for (const tile of tilesAt(0.53, 0.34, DEEP)) checkCount(tile);
    for (const tile of tilesAt(0.53, 0.34, 12)) checkEntries(tile);
  });
});

/** As a file was that had only samples. */
function toFormatBefore(): void {
  const database = new DatabaseSync(path);
  database.exec(`
    ALTER TABLE overview_place RENAME TO overview_sample;
    ALTER TABLE overview DROP COLUMN classes;
    DROP TABLE column_state; DROP TABLE column_path; DROP TABLE column_block;
    DROP TABLE column_body; DROP TABLE column_stale; DROP TABLE touched;
    PRAGMA user_version = 2;
  `);
  database.close();
}
